import type { ProviderRefund } from './after-sale-payments.ts'
import type { ProviderMovement } from './movements.rules.ts'
import type { PaymentSession } from './payment-session.ts'
import type { ProviderPayment } from './reconciliation.rules.ts'

export type Span = { from: Date; to: Date }

export type PaymentToReconcile = ProviderPayment & { createdAt: Date }

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
