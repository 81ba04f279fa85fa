import type { Cents } from '#domain/money.ts'

/** What moves what the provider owes us; every movement is one of these. */
export const movementKinds = ['charge', 'refund', 'dispute', 'fee', 'payout', 'other'] as const
export type MovementKind = (typeof movementKinds)[number]

/** A movement of what the provider owes us, as its balance has it. */
export type ProviderMovement = {
  id: string
  kind: MovementKind
  /** What the provider calls it. */
  category: string
  /** Positive is owed to us. */
  amount: Cents
  /** What the provider keeps of it. */
  fee: Cents
  /** Of the charge, refund, dispute or payout. */
  sourceId: string | null
  /** The payment that it is about. */
  paymentId: string | null
  description: string
  createdAt: Date
}
