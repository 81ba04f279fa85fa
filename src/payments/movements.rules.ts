import type { Cents } from '#platform/text/money.rules.ts'

/** Kinds of movements of the balance at the payment provider. */
export const movementKinds = ['charge', 'refund', 'dispute', 'fee', 'payout', 'other'] as const
export type MovementKind = (typeof movementKinds)[number]

/** A movement of the balance at the payment provider. */
export type ProviderMovement = {
  id: string
  kind: MovementKind
  /** The provider's own category. */
  category: string
  /** Positive: the provider owes the shop more. */
  amount: Cents
  /** The provider's fee. */
  fee: Cents
  /** Of the charge, refund, dispute or payout. */
  sourceId: string | null
  /** The payment that it is about. */
  paymentId: string | null
  description: string
  createdAt: Date
}
