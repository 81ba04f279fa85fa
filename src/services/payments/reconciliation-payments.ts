import type { ProviderMovement } from '#domain/accounting/movements.ts'
import type { Cents } from '#domain/money.ts'

import type { ProviderRefund } from './after-sale-payments.ts'
import type { PaymentSession } from './payment-session.ts'

export type Span = { from: Date; to: Date }

/** A payment as the provider's ledger has it. */
export type PaymentToReconcile = {
  id: string
  /** Our id of its checkout; null when this shop did not request it. */
  checkoutId: string | null
  state: 'open' | 'authorised' | 'paid' | 'cancelled'
  /** Captured, or authorised while the state is `authorised`. */
  amount: Cents
  refunded: Cents
  isDisputed: boolean
  createdAt: Date
}

/** The provider's ledger in pages of at most 100, newest first. */
export type ReconciliationPayments = {
  paymentPages(span: Span): AsyncIterable<PaymentToReconcile[]>
  refundPages(span: Span): AsyncIterable<ProviderRefund[]>
  sessionPages(span: Span): AsyncIterable<PaymentSession[]>
  /** What moved the balance in US dollars. */
  movementPages(span: Span): AsyncIterable<ProviderMovement[]>
  /** The present state of one payment; null when it does not exist. */
  paymentToReconcile(id: string): Promise<PaymentToReconcile | null>
}
