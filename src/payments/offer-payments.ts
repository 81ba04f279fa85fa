import type { Cents } from '#platform/text/money.rules.ts'

import type {
  HostedPage,
  OpenedSession,
  PageLines,
  PaymentSession,
  PostalAddress,
  ShippedTo,
} from './payment-session.ts'

/** A payment page for a guest. The card is only authorised there; capture or cancel follows. */
export type OfferSessionRequest = HostedPage &
  PageLines & {
    /** Null: the page collects it. */
    email: string | null
    /** The buyer chooses one of them. */
    shippingRateIds: readonly string[]
    /** The ship-to address; `ask` makes the page collect it, null is local pickup. */
    shipping: ShippedTo | 'ask' | null
  }

/** A payment in its current state at the provider. */
export type Payment = {
  id: string
  /** `authorised` waits for capture; `cancelled` can't be captured any more. */
  state: 'open' | 'authorised' | 'paid' | 'cancelled'
  /** The captured or authorised amount. */
  amount: Cents
  shipping: { name: string; phone: string; address: PostalAddress & { country: string } } | null
}

/** A line of a session as charged, after discounts; the subtotal is before tax. */
export type SoldLine = { priceId: string; quantity: number; subtotal: Cents; tax: Cents }

/** Operations that only offers need. */
export type OfferPayments = {
  createOfferSession(request: OfferSessionRequest, key: string): Promise<OpenedSession>
  /**
   * The session created for a checkout without a customer, among those created since that moment.
   */
  findOfferSession(checkoutId: string, since: Date): Promise<PaymentSession | null>
  /** The line items of a session; for payment links, whose lines we did not create. */
  soldLinesOf(sessionId: string): Promise<SoldLine[]>
  /** Null when there is no such payment. */
  getPayment(paymentId: string): Promise<Payment | null>
  /** Captures an authorised payment. Returns its state after that: it may have been cancelled. */
  capturePayment(paymentId: string, key: string): Promise<Payment>
  /**
   * Cancels the authorisation. Returns the payment's state after that: it may have been captured.
   */
  cancelPayment(paymentId: string, key: string): Promise<Payment>
}
