import type { Cents } from '#domain/money.ts'

import type { PaymentSession, PostalAddress } from './payments.ts'

/** A payment page for a guest. The card is only authorised there: capture or cancel decides. */
export type OfferSessionRequest = {
  checkoutId: string
  /** Null: the page asks for it. */
  email: string | null
  lines: { priceId: string; quantity: number }[]
  taxRateId: string
  /** The buyer chooses one of them. */
  shippingRateIds: readonly string[]
  /** Where it goes; `ask` has the page ask for it, null is local pickup. */
  shipping: { name: string; phone: string; address: PostalAddress } | 'ask' | null
  /** Said above the page's button. */
  note: string
  successUrl: string
  cancelUrl: string
  expiresAt: Date
}

export type PaymentAddress = PostalAddress & { country: string }

/** One payment as the provider sees it now. */
export type Payment = {
  id: string
  /** `authorised` waits for capture; `cancelled` can never be taken any more. */
  state: 'open' | 'authorised' | 'paid' | 'cancelled'
  /** What was taken, or is to be. */
  amount: Cents
  shipping: { name: string; phone: string; address: PaymentAddress } | null
}

/** A line of what a page sold as it was charged, discounts taken off; the subtotal is before tax. */
export type SoldLine = { priceId: string; quantity: number; subtotal: Cents; tax: Cents }

/** What offers ask of the provider beside what every payment does. */
export type OfferPayments = {
  createOfferSession(
    request: OfferSessionRequest,
    key: string,
  ): Promise<{ id: string; url: string }>
  /** The session made for a checkout that has no customer, among those made since that moment. */
  findOfferSession(checkoutId: string, since: Date): Promise<PaymentSession | null>
  /** What a page sold: for those that a payment link led to, which we did not ask for. */
  soldLinesOf(sessionId: string): Promise<SoldLine[]>
  /** Null when there is no such payment. */
  getPayment(paymentId: string): Promise<Payment | null>
  /** Takes what was authorised. Answers how it stands then: somebody else may have cancelled it. */
  capturePayment(paymentId: string, key: string): Promise<Payment>
  /** Lets go of what was authorised. Answers how it stands then: it may have been taken. */
  cancelPayment(paymentId: string, key: string): Promise<Payment>
}
