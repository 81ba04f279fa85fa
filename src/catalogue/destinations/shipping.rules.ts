import type { Cents } from '#platform/text/money.rules.ts'
import { isOneOf } from '#platform/text/one-of.rules.ts'

export const shippingMethods = ['overnight', 'ground', 'pickup'] as const
export type ShippingMethod = (typeof shippingMethods)[number]

/** Labels shown to customers, verbatim (specification, section 2, cart side panel). */
export const shippingMethodName = {
  overnight: 'Overnight',
  ground: 'Ground shipping',
  pickup: 'Local Pick up', // sic
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

/** True when the method ships to an address, which then has to be checked. */
export function needsAddress(method: ShippingMethod): boolean {
  return method !== 'pickup'
}
