import type { OfferRefusal } from '#catalogue/offers/offers.rules.ts'

/** A payment with an order. */
export type BookedPayment = {
  state: 'paid'
  orderId: string
  userId: string | null
  isNew: boolean
  /** Why it can't be served, so that it is refunded whole automatically; null when it is served. */
  notServed: OfferRefusal | null
}

/** Result of recording a payment. */
export type RecordedPayment =
  | BookedPayment
  /** An offer's payment was authorised, and its authorisation canceled. */
  | { state: 'refused'; reason: OfferRefusal }
  /** A payment that makes no order, booked on one that is there already. */
  | { state: 'booked'; orderId: string; isServed: boolean }
  | { state: 'open' | 'expired' | 'unknown' }
