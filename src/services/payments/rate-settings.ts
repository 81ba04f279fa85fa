import type { ShippingMethod, ShippingTier } from '#domain/cart/shipping.ts'
import { byTier, shippingMethodName, shippingPrices, shippingTiers } from '#domain/cart/shipping.ts'
import type { Cents } from '#domain/money.ts'

/** A shipping rate at the provider, by the name of the setting that holds its id. */
export type RateSetting =
  | 'STRIPE_RATE_LOCAL'
  | `STRIPE_RATE_${CarriedBy}_${ShippingTier}`
  | `STRIPE_RATE_BOTTLE_${CarriedBy}`

type CarriedBy = Uppercase<Exclude<ShippingMethod, 'pickup'>>

export type ShippingRate = { setting: RateSetting; name: string; amount: Cents }

/** Every shipping rate with its setting, name and price. Source: specification, section 9. */
export const shippingRates: readonly ShippingRate[] = [
  { setting: 'STRIPE_RATE_LOCAL', name: shippingMethodName.pickup, amount: 0 },
  ...shippingTiers.flatMap((tier) => [
    {
      setting: `STRIPE_RATE_GROUND_${tier}` as const,
      name: shippingMethodName.ground,
      amount: shippingPrices.ground[tier],
    },
    {
      setting: `STRIPE_RATE_OVERNIGHT_${tier}` as const,
      name: shippingMethodName.overnight,
      amount: shippingPrices.overnight[tier],
    },
  ]),
  {
    setting: 'STRIPE_RATE_BOTTLE_GROUND',
    name: shippingMethodName.ground,
    amount: shippingPrices.ground[1],
  },
  {
    setting: 'STRIPE_RATE_BOTTLE_OVERNIGHT',
    name: shippingMethodName.overnight,
    amount: shippingPrices.overnight[1],
  },
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
