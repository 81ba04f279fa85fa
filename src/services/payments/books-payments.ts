import type { Cents } from '#domain/money.ts'

import type { ProviderRefund } from './after-sale-payments.ts'
import type { PaymentSession } from './payments.ts'

export type Span = { from: Date; to: Date }

/** What the provider's books say of one payment. */
export type BooksPayment = {
  id: string
  /** Our own id of the checkout it was for; null: this shop did not ask for it. */
  checkoutId: string | null
  state: 'open' | 'authorised' | 'paid' | 'cancelled'
  /** What was taken, or is authorised. */
  amount: Cents
  refunded: Cents
  isDisputed: boolean
  createdAt: Date
}

/** The provider's books, page by page, newest first. A page is at most 100. */
export type BooksPayments = {
  paymentPages(span: Span): AsyncIterable<BooksPayment[]>
  refundPages(span: Span): AsyncIterable<ProviderRefund[]>
  sessionPages(span: Span): AsyncIterable<PaymentSession[]>
  /** One payment as it stands now; null when there is none. */
  booksPayment(id: string): Promise<BooksPayment | null>
}
