import { wholeNumberIn } from '#platform/form/form-text.rules.ts'
import type { Cents } from '#platform/text/money.rules.ts'

import type { ShipToProblem } from '../destinations/ship-to.rules.ts'
import type { CarriedMethod, ShippingMethod, ShippingTier } from '../destinations/shipping.rules.ts'
import {
  byCarried,
  maxQuantity,
  shippingPrices,
  shippingTier,
} from '../destinations/shipping.rules.ts'
import type { StateProblem } from '../destinations/state-rules/state-rules.rules.ts'
import type { soldWines } from '../wines/sold-wines.rules.ts'

/** What the two offer pages sell, and the most per order (specification, section 2). */
export const offers = {
  /** Cases of the current release, or of another wine that staff chose. */
  offering: { productId: 'malbec-2022', most: maxQuantity, isChosen: true },
  /** A single bottle. */
  offer1: { productId: 'malbec-2021-bottle', most: 1, isChosen: false },
} as const satisfies Record<
  string,
  { productId: keyof typeof soldWines; most: number; isChosen: boolean }
>

export type OfferName = keyof typeof offers

const offerNames = Object.keys(offers) as OfferName[]

export const isOffer = (name: string): name is OfferName => Object.hasOwn(offers, name)

/** How many units the URL of an offer’s page asks for, one if it names none; null when so many are not offered. */
export function offeredQuantity(offer: OfferName, url: URL): number | null {
  const quantity = wholeNumberIn(url.searchParams.get('quantity') ?? 1) ?? 0
  return quantity >= 1 && quantity <= offers[offer].most ? quantity : null
}

/** The offer that sells a product, or null. */
export const offerOf = (productId: string): OfferName | null =>
  offerNames.find((name) => offers[name].productId === productId) ?? null

/** The provider's shipping rates: for cases by tier, and for the single bottle. */
type OfferRates = {
  cases: Readonly<Record<ShippingMethod, Readonly<Record<ShippingTier, string>>>>
  bottle: Readonly<Record<CarriedMethod, string>>
}

/** The provider's rate for each shipping method of an offer, or null for a quantity not sold. */
export function offerRates(
  offer: OfferName,
  quantity: number,
  rates: OfferRates,
): Record<ShippingMethod, string> | null {
  const tier = shippingTier(quantity)
  if (!tier || quantity > offers[offer].most) return null
  const carried =
    offer === 'offer1' ? rates.bottle : byCarried((method) => rates.cases[method][tier])
  return { ...carried, pickup: rates.cases.pickup[tier] }
}

/** Shipping price in cents; a bottle ships at the price of one case. */
export const offerShipping = (method: ShippingMethod, quantity: number): Cents =>
  shippingPrices[method][shippingTier(quantity) ?? 1]

/** The outcome of an offer's payment: served, or the reason why not. */
export type OfferVerdict = 'serve' | ShipToProblem | StateProblem | 'stock-gone'

/** Why an authorised payment is not captured, or a captured one is refunded. */
export type OfferRefusal = Exclude<OfferVerdict, 'serve'> | 'authorisation-ended' | 'amount-short'

/**
 * Why the wine may not be shipped to the address, or null. `stock-gone` is not among these: stock
 * may be available again.
 */
export const whyForbidden = (verdict: OfferVerdict | null): ShipToProblem | StateProblem | null =>
  verdict === null || verdict === 'serve' || verdict === 'stock-gone' ? null : verdict
