import type { Cents } from '#platform/text/money.rules.ts'

export type PostalAddress = {
  line1: string
  line2: string
  city: string
  /** Two-letter code. */
  state: string
  postalCode: string
}

/** Ship-to address of a payment, and whom the carrier contacts. */
export type ShippedTo = { name: string; phone: string; address: PostalAddress }

/** What every hosted session is created with. */
export type HostedPage = {
  checkoutId: string
  /** Shown above the page's button. */
  note: string
  successUrl: string
  cancelUrl: string
  expiresAt: Date
}

/** A line of a page that the provider has no price for; it is not taxed. */
export type Charge = { name: string; cents: Cents }

/** What a page sells: lines by the provider's prices, all taxed at one rate, and charges beside them. */
export type PageLines = {
  lines: { priceId: string; quantity: number }[]
  charges?: readonly Charge[]
  taxRateId: string
}

/** A session that was just created, with what the provider will charge. */
export type OpenedSession = { id: string; url: string; subtotal: Cents; total: Cents }

/** A hosted session in its current state at the provider. */
export type PaymentSession = {
  id: string
  url: string | null
  /**
   * The checkout this shop created the session for; null for a payment link's or another system's.
   */
  checkoutId: string | null
  state: 'open' | 'complete' | 'expired'
  paid: boolean
  amountTotal: Cents
  paymentIntentId: string | null
  email: string | null
  name: string | null
  /** The chosen shipping rate and its amount. */
  shippingRateId: string | null
  shippingCents: Cents
  /** The payment link that opened the session, or null when this shop created it. */
  paymentLinkId: string | null
  /** Shown above the page's button, or null. */
  note: string | null
}
