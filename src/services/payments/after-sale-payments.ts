import type { DisputeState } from '#domain/after-sale.ts'
import type { Cents } from '#domain/money.ts'

/** Money given back, as the provider sees it. */
export type ProviderRefund = {
  id: string
  paymentId: string | null
  amount: Cents
  /** `made` is on its way to the buyer, or there. */
  state: 'made' | 'failed'
  /** Our own id of the refund, where it was asked for by us. */
  refundId: string | null
  createdAt: Date
}

/** A payment that its cardholder disputes, as the provider sees it. */
export type ProviderDispute = {
  id: string
  paymentId: string | null
  amount: Cents
  state: DisputeState
  /** The provider's word for why, such as `fraudulent`. */
  reason: string
  /** Until when we can answer. */
  respondBy: Date | null
  openedAt: Date
}

/** What is asked of the provider once something is sold. */
export type AfterSalePayments = {
  /** All that was given back of a payment and all disputes over it. */
  afterSaleOf(
    paymentId: string,
  ): Promise<{ refunds: ProviderRefund[]; disputes: ProviderDispute[] }>
  /** Our own id of the checkout that a payment carries, or null. */
  checkoutOfPayment(paymentId: string): Promise<string | null>
  /** Gives back so much of a payment. The refund carries our id of it. Throws ProviderRefused. */
  makeRefund(
    refund: { paymentId: string; refundId: string; amount: Cents },
    key: string,
  ): Promise<void>
}
