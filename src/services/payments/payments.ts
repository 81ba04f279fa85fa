import type { Cents } from '#domain/money.ts'

import type { AfterSalePayments } from './after-sale-payments.ts'
import type { BooksPayments } from './books-payments.ts'
import type { CardPayments } from './card-payments.ts'
import type { OfferPayments } from './offer-payments.ts'

export type PostalAddress = {
  line1: string
  line2: string
  city: string
  /** Two-letter code. */
  state: string
  postalCode: string
}

export type CustomerProfile = {
  name: string
  email: string
  phone: string
  /** Null while no address is known. */
  shipping: { name: string; address: PostalAddress } | null
}

/** Where a payment's wine goes, and whom the carrier calls. */
export type ShippedTo = { name: string; phone: string; address: PostalAddress }

/** What the hosted page is asked to collect. Prices and rates are ids of the provider's. */
export type SessionRequest = {
  checkoutId: string
  customerId: string
  lines: { priceId: string; quantity: number }[]
  taxRateId: string
  shippingRateId: string
  /** Goes along as the shipping of the payment; null for local pickup. */
  shipping: ShippedTo | null
  successUrl: string
  cancelUrl: string
  expiresAt: Date
}

/** A hosted payment as the provider sees it now. */
export type PaymentSession = {
  id: string
  url: string | null
  checkoutId: string | null
  state: 'open' | 'complete' | 'expired'
  paid: boolean
  amountTotal: Cents
  paymentIntentId: string | null
  email: string | null
  name: string | null
  /** The rate that was chosen, and what it came to. */
  shippingRateId: string | null
  shippingCents: Cents
  /** The payment link that led to the page, or null: then this shop asked for it. */
  paymentLinkId: string | null
  /** Said above the page's button, or null. */
  note: string | null
}

export type ProviderEvent = {
  id: string
  type: string
  createdAt: Date
  /** The page or payment it is about; of refunds and disputes the payment they are over. */
  objectId: string | null
  /** Our own id of the checkout that the object carries, where it carries one. */
  checkoutId?: string | null
}

/** The provider can't be reached, is too slow or fails: try again later, nothing is known. */
export class ProviderUnavailable extends Error {}

/** The provider understood and refused: trying the same again is no use. */
export class ProviderRefused extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** The event was not signed by the provider, or too long ago. */
export class ForgedEvent extends Error {}

type FurtherPayments = CardPayments & OfferPayments & AfterSalePayments & BooksPayments

/**
 * What we ask of the card payment provider. Every method may throw ProviderUnavailable (10 s at
 * most) or ProviderRefused. Methods that write take a key: the same key again is the same thing.
 */
export type Payments = FurtherPayments & {
  createCustomer(profile: CustomerProfile, key: string): Promise<string>
  /** False when the provider does not know the customer any more. */
  updateCustomer(customerId: string, profile: CustomerProfile): Promise<boolean>
  createSession(request: SessionRequest, key: string): Promise<{ id: string; url: string }>
  /** Null when there is no such session. */
  getSession(sessionId: string): Promise<PaymentSession | null>
  /** The session made for a checkout, looked for among its customer's newest. Null: there is none. */
  findSession(customerId: string, checkoutId: string): Promise<PaymentSession | null>
  /** What happened to payments since then, oldest first. */
  paymentEventsSince(since: Date): Promise<ProviderEvent[]>
  /** Closes the page. Answers how the session stands then: it may have been paid just before. */
  expireSession(sessionId: string): Promise<PaymentSession>
  /** Checks the signature over the raw body. Throws ForgedEvent. */
  readEvent(rawBody: string | Buffer, signature: string): ProviderEvent
}
