import type { Cents } from '#platform/text/money.rules.ts'
import { isOneOf } from '#platform/text/one-of.rules.ts'

/** The dearest first. */
export const shippingMethods = ['overnight', 'ground', 'pickup'] as const
export type ShippingMethod = (typeof shippingMethods)[number]

/** A method by which a carrier brings the wine to an address. */
export type CarriedMethod = Exclude<ShippingMethod, 'pickup'>

/** True when the method ships to an address, which then has to be checked. */
export const needsAddress = (method: ShippingMethod): method is CarriedMethod => method !== 'pickup'

/** The cheapest first. */
export const carriedMethods: readonly CarriedMethod[] = shippingMethods
  .filter(needsAddress)
  .toReversed()

/** A value for each of them, as `byCarried((method) => …)`. */
export const byCarried = <T>(valueOf: (method: CarriedMethod) => T): Record<CarriedMethod, T> =>
  Object.fromEntries(carriedMethods.map((method) => [method, valueOf(method)])) as Record<
    CarriedMethod,
    T
  >

/** Labels shown to customers, verbatim (specification, section 2, cart side panel). */
export const shippingMethodName = {
  overnight: 'Overnight',
  ground: 'Ground shipping',
  pickup: 'Local Pick up', // sic
} as const satisfies Record<ShippingMethod, string>

/** As after “2 cases, …”. */
export const shippingMethodWord = {
  overnight: 'overnight',
  ground: 'ground',
  pickup: 'local pick up',
} as const satisfies Record<ShippingMethod, string>

/** As after “it goes …” or “it ships …”. */
export const howItGoes = {
  overnight: 'overnight',
  ground: 'by ground',
} as const satisfies Record<CarriedMethod, string>

/** In the email to the business (specification, section 7). */
export const shippingInSpanish = {
  overnight: 'Entrega al día siguiente',
  ground: 'Envío terrestre',
  pickup: 'Retiro en el local',
} as const satisfies Record<ShippingMethod, string>

/** How many cases an order may have; each count has its own price and provider rate. */
export const shippingTiers = [1, 2, 3] as const
export type ShippingTier = (typeof shippingTiers)[number]

/** Most units of one product in an order (specification, section 9). */
export const maxQuantity: number = shippingTiers.at(-1)!

/** A value for each tier, as `byTier((tier) => …)`. */
export const byTier = <T>(valueOf: (tier: ShippingTier) => T): Record<ShippingTier, T> =>
  Object.fromEntries(shippingTiers.map((tier) => [tier, valueOf(tier)])) as Record<ShippingTier, T>

/** Shipping price in cents by method and case count. Source: specification, section 9. */
export const shippingPrices = {
  overnight: { 1: 9000, 2: 11000, 3: 13000 },
  ground: { 1: 3500, 2: 5000, 3: 8500 },
  pickup: byTier(() => 0),
} as const satisfies Record<ShippingMethod, Record<ShippingTier, Cents>>

export const isShippingMethod = (value: unknown) => isOneOf(shippingMethods, value)

/** The tier for a case count, or null when an order can't have that many and nothing ships. */
export function shippingTier(cases: number): ShippingTier | null {
  return shippingTiers.find((tier) => tier === cases) ?? null
}

/** Price in cents of shipping that many cases, or null when an order can't have that many. */
export function shippingPrice(method: ShippingMethod, cases: number): Cents | null {
  const tier = shippingTier(cases)
  return tier === null ? null : shippingPrices[method][tier]
}
