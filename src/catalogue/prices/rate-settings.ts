import type { Cents } from '#platform/text/money.rules.ts'

import type { ShippingMethod, ShippingTier } from '../destinations/shipping.rules.ts'
import {
  byTier,
  shippingMethodName,
  shippingPrices,
  shippingTiers,
} from '../destinations/shipping.rules.ts'

/** A shipping rate at the provider, by the name of the setting that holds its id. */
export type RateSetting =
  | 'STRIPE_RATE_LOCAL'
  | `STRIPE_RATE_${CarriedBy}_${ShippingTier}`
  | `STRIPE_RATE_BOTTLE_${CarriedBy}`

type CarriedBy = Uppercase<Exclude<ShippingMethod, 'pickup'>>

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
  ...shippingTiers.flatMap((tier) => [
    rate(`STRIPE_RATE_GROUND_${tier}`, 'ground', tier),
    rate(`STRIPE_RATE_OVERNIGHT_${tier}`, 'overnight', tier),
  ]),
  rate('STRIPE_RATE_BOTTLE_GROUND', 'ground'),
  rate('STRIPE_RATE_BOTTLE_OVERNIGHT', 'overnight'),
]

export const rateSettings: readonly RateSetting[] = shippingRates.map(({ setting }) => setting)

/** The ids of the rates by method and tier, and those of the single bottle. */
export const ratesFrom = (ids: Readonly<Record<RateSetting, string>>) => ({
  rateIds: {
    overnight: byTier((tier) => ids[`STRIPE_RATE_OVERNIGHT_${tier}`]),
    ground: byTier((tier) => ids[`STRIPE_RATE_GROUND_${tier}`]),
    pickup: byTier(() => ids.STRIPE_RATE_LOCAL),
  } satisfies Record<ShippingMethod, Record<ShippingTier, string>>,
  bottleRateIds: {
    ground: ids.STRIPE_RATE_BOTTLE_GROUND,
    overnight: ids.STRIPE_RATE_BOTTLE_OVERNIGHT,
  },
})
