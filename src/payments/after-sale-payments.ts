import type { Cents } from '#platform/text/money.rules.ts'

import type { DisputeState } from './after-sale.rules.ts'

/** A refund in the provider's ledger. */
export type ProviderRefund = {
  id: string
  paymentId: string | null
  amount: Cents
  /** `made`: on its way to the buyer, or received. */
  state: 'made' | 'failed'
  /** The provider's failure code. */
  failure: string | null
  /** Our own id of the refund, if we requested it. */
  refundId: string | null
  createdAt: Date
}

/** A dispute in the provider's ledger. */
export type ProviderDispute = {
  id: string
  paymentId: string | null
  amount: Cents
  state: DisputeState
  /** The provider's code, such as `fraudulent`. */
  reason: string
  /** Deadline for our response. */
  respondBy: Date | null
  openedAt: Date
}

/** All refunds of a payment and all disputes over it. */
export type AfterSale = { refunds: ProviderRefund[]; disputes: ProviderDispute[] }

/** The evidence for a dispute; text as the provider shows it to the bank. */
export type DisputeEvidence = {
  customerName: string
  customerEmail: string
  productDescription: string
  shippingAddress: string
  carrier: string
  trackingNumbers: string
  /** Calendar day, or empty. */
  shippedOn: string
  /** The file at the provider with everything else. */
  fileId: string
}

/** The card of a payment, as far as the provider discloses it. */
export type PaidCard = { brand: string; last4: string }

export type AfterSalePayments = {
  afterSaleOf(paymentId: string): Promise<AfterSale>
  /** Our own id of the checkout that a payment carries, or null. */
  checkoutOfPayment(paymentId: string): Promise<string | null>
  /** Null when the payment was not made with a card. */
  cardOfPayment(paymentId: string): Promise<PaidCard | null>
  /** Stores a PDF at the provider for a dispute. Returns its id there. */
  uploadEvidence(file: { name: string; pdf: Buffer }): Promise<string>
  /** Whether evidence was submitted for a dispute already. */
  hasEvidence(disputeId: string): Promise<boolean>
  /** Submits evidence to the bank, which is final. Throws ProviderRefused once it is too late. */
  submitEvidence(disputeId: string, evidence: DisputeEvidence, key: string): Promise<void>
  /** Refunds an amount of a payment, with our refund id in its metadata. Throws ProviderRefused. */
  makeRefund(
    refund: { paymentId: string; refundId: string; amount: Cents },
    key: string,
  ): Promise<void>
}
