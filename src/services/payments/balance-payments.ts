import type { Cents } from '#domain/money.ts'
import type { MovementKind } from '#domain/accounting/movements.ts'

import type { Span } from './reconciliation-payments.ts'

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

/** The provider's balance in US dollars, in pages of at most 100, newest first. */
export type BalancePayments = {
  movementPages(span: Span): AsyncIterable<ProviderMovement[]>
}
