import type { Cents } from './money.ts'
import type { Address, ShipToProblem } from './ship-to.ts'
import { whyNotShipTo } from './ship-to.ts'
import type { ShippingMethod, ShippingTier } from './shipping.ts'
import { needsAddress, shippingPrices, shippingTier } from './shipping.ts'

/** What the two offer pages sell, and most of it in one order (specification, section 2). */
export const offers = {
  /** Cases of the current release. */
  offering: { productId: 'malbec-2022', most: 3 },
  /** A single bottle. */
  offer1: { productId: 'malbec-2021-bottle', most: 1 },
} as const satisfies Record<string, { productId: string; most: 1 | 3 }>

export type OfferName = keyof typeof offers

export const offerNames = Object.keys(offers) as OfferName[]

export const isOffer = (name: string): name is OfferName => Object.hasOwn(offers, name)

/** The offer that sells a product, or null. */
export const offerOf = (productId: string): OfferName | null =>
  offerNames.find((name) => offers[name].productId === productId) ?? null

/** The provider's rates: those of cases by tier, and those of the single bottle. */
export type OfferRates = {
  cases: Readonly<Record<ShippingMethod, Readonly<Record<ShippingTier, string>>>>
  bottle: Readonly<Record<'ground' | 'overnight', string>>
}

/** The provider's rate for each way an offer can be sent, or null for a quantity it is not sold in. */
export function offerRates(
  offer: OfferName,
  quantity: number,
  rates: OfferRates,
): Record<ShippingMethod, string> | null {
  const tier = shippingTier(quantity)
  if (!tier || quantity > offers[offer].most) return null
  const { overnight, ground, pickup } = rates.cases
  return offer === 'offer1'
    ? { ...rates.bottle, pickup: pickup[1] }
    : { overnight: overnight[tier], ground: ground[tier], pickup: pickup[tier] }
}

/** What sending costs in cents; a bottle travels as one case does. */
export const offerShipping = (method: ShippingMethod, quantity: number): Cents =>
  shippingPrices[method][shippingTier(quantity) ?? 1]

/** What follows a payment of an offer: it is served, or why it is not. */
export type OfferVerdict = 'serve' | ShipToProblem | 'stock-gone'

/** Why an authorised payment is not taken, or one that was taken goes back. */
export type OfferRefusal = Exclude<OfferVerdict, 'serve'> | 'authorisation-ended'

/** Why wine may not go where it was sold to, or null. Wine that was gone may be there again. */
export const whyForbidden = (verdict: OfferVerdict | null): ShipToProblem | null =>
  verdict === null || verdict === 'serve' || verdict === 'stock-gone' ? null : verdict

/**
 * Why wine may not go where an authorised payment says, or null. `method` is what the buyer chose on
 * the payment page, null when it is none of ours: then the address decides.
 */
export function whyNotServe(
  { method, address }: { method: ShippingMethod | null; address: Address | null },
  on: Date,
): ShipToProblem | null {
  if (method && !needsAddress(method)) return null
  return address ? whyNotShipTo(address, on) : 'no-address'
}
