import type { Cents } from '#platform/text/money.rules.ts'

import type { CarriedMethod, ShippingMethod, ShippingTier } from '../destinations/shipping.rules.ts'
import {
  byCarried,
  byTier,
  carriedMethods,
  shippingMethodName,
  shippingPrices,
  shippingTiers,
} from '../destinations/shipping.rules.ts'

/** A shipping rate at the provider, by the name of the setting that holds its id. */
export type RateSetting = 'STRIPE_RATE_LOCAL' | CaseRate | BottleRate

type CaseRate = `STRIPE_RATE_${Uppercase<CarriedMethod>}_${ShippingTier}`
type BottleRate = `STRIPE_RATE_BOTTLE_${Uppercase<CarriedMethod>}`

const caseRate = (method: CarriedMethod, tier: ShippingTier) =>
  `STRIPE_RATE_${method.toUpperCase()}_${tier}` as CaseRate
const bottleRate = (method: CarriedMethod) =>
  `STRIPE_RATE_BOTTLE_${method.toUpperCase()}` as BottleRate

export type ShippingRate = { setting: RateSetting; name: string; amount: Cents }

const rate = (
  setting: RateSetting,
  method: ShippingMethod,
  tier: ShippingTier = 1,
): ShippingRate => ({
  setting,
  name: shippingMethodName[method],
  amount: shippingPrices[method][tier],
})

/** Every shipping rate with its setting, name and price. Source: specification, section 9. */
export const shippingRates: readonly ShippingRate[] = [
  rate('STRIPE_RATE_LOCAL', 'pickup'),
  ...shippingTiers.flatMap((tier) =>
    carriedMethods.map((method) => rate(caseRate(method, tier), method, tier)),
  ),
  ...carriedMethods.map((method) => rate(bottleRate(method), method)),
]

export const rateSettings: readonly RateSetting[] = shippingRates.map(({ setting }) => setting)

/** The ids of the rates by method and tier, and those of the single bottle. */
export const ratesFrom = (ids: Readonly<Record<RateSetting, string>>) => ({
  rateIds: {
    ...byCarried((method) => byTier((tier) => ids[caseRate(method, tier)])),
    pickup: byTier(() => ids.STRIPE_RATE_LOCAL),
  },
  bottleRateIds: byCarried((method) => ids[bottleRate(method)]),
})
