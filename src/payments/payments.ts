import type { AfterSalePayments } from './after-sale-payments.ts'
import type { CardPayments } from './card-payments.ts'
import type { CataloguePayments } from './catalogue-payments.ts'
import type { OfferPayments } from './offer-payments.ts'
import type {
  HostedPage,
  OpenedSession,
  PageLines,
  PaymentSession,
  PostalAddress,
  ShippedTo,
} from './payment-session.ts'
import type { ReconciliationPayments } from './reconciliation-payments.ts'
import type { ReshipmentPayments } from './reshipment-payments.ts'

export type CustomerProfile = {
  name: string
  email: string
  phone: string
  /** Null while the address is unknown. */
  shipping: { name: string; address: PostalAddress } | null
}

/** A hosted session to create. Prices and rates are the provider's ids. */
export type SessionRequest = HostedPage &
  PageLines & {
    customerId: string
    shippingRateId: string
    /** Sent as the shipping of the payment; null for local pickup. */
    shipping: ShippedTo | null
  }

export type ProviderEvent = {
  id: string
  type: string
  createdAt: Date
  /**
   * The session or payment the event is about; for refunds and disputes the payment they belong to.
   */
  objectId: string | null
  /** Our checkout id in the object's metadata, if it has one. */
  checkoutId?: string | null
}

/** Network error, timeout or server error: the outcome is unknown, so retry later. */
export class ProviderUnavailable extends Error {}

/** The provider rejected the request: a retry is of no use. */
export class ProviderRefused extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** The event's signature is invalid or too old. */
export class ForgedEvent extends Error {}

/** A signed event that is incomplete, or of another mode or account than the shop's key. */
export class ForeignEvent extends Error {}

type FurtherPayments = CataloguePayments &
  CardPayments &
  OfferPayments &
  AfterSalePayments &
  ReshipmentPayments &
  ReconciliationPayments

/**
 * Port of the card payment provider. Every method may throw ProviderUnavailable (after 10 s at
 * most) or ProviderRefused. Methods that write take an idempotency key.
 */
export type Payments = FurtherPayments & {
  createCustomer(profile: CustomerProfile, key: string): Promise<string>
  /** False when the provider no longer has the customer. */
  updateCustomer(customerId: string, profile: CustomerProfile): Promise<boolean>
  createSession(request: SessionRequest, key: string): Promise<OpenedSession>
  /** Null when there is no such session. */
  getSession(sessionId: string): Promise<PaymentSession | null>
  /**
   * The session created for a checkout, searched among the customer's newest; null if there is
   * none.
   */
  findSession(customerId: string, checkoutId: string): Promise<PaymentSession | null>
  /** Payment events since that moment, oldest first. */
  paymentEventsSince(since: Date): Promise<ProviderEvent[]>
  /** Closes the session. Returns its state after that: it may have been paid just before. */
  expireSession(sessionId: string): Promise<PaymentSession>
  /** Checks the signature over the raw body. Throws ForgedEvent or ForeignEvent. */
  readEvent(rawBody: string | Buffer, signature: string): ProviderEvent
}
