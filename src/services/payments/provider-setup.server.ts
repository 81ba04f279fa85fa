import type { Stripe } from 'stripe'

import type { Cents } from '#domain/money.ts'
import { centsFromDollars } from '#domain/money.ts'
import { shippingMethodName, shippingPrices } from '#domain/shipping.ts'

/** Marks what is ours in an account, so that a second run finds it. */
const mark = 'kohue'

type Rate = { setting: string; name: string; amount: Cents }

/** Every shipping rate with the setting that names it. Source: specification, section 9. */
const shippingRates: readonly Rate[] = [
  { setting: 'STRIPE_RATE_LOCAL', name: shippingMethodName.pickup, amount: 0 },
  ...([1, 2, 3] as const).flatMap((tier) => [
    {
      setting: `STRIPE_RATE_GROUND_${tier}`,
      name: shippingMethodName.ground,
      amount: shippingPrices.ground[tier],
    },
    {
      setting: `STRIPE_RATE_OVERNIGHT_${tier}`,
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

/**
 * Makes or finds, in an account at the provider, everything the shop refers to by id: the prices of
 * the two products that are sold, the shipping rates and the California tax rate. Answers the ids by
 * the name of their setting. Running it again changes nothing.
 */
export async function setUpProvider(
  stripe: Stripe,
  { taxPercent, bottlePrice }: { taxPercent: number; bottlePrice: string },
): Promise<Record<string, string>> {
  const ids: Record<string, string> = {
    STRIPE_PRICE_CASE: await price(stripe, 'kohue_case', '2022 Malbec, 3-pack of 750ml', 45_000),
    STRIPE_PRICE_BOTTLE: await price(
      stripe,
      'kohue_bottle',
      '2021 Malbec, 1 bottle (750ml)',
      centsFromDollars(bottlePrice),
    ),
    STRIPE_TAX_RATE_CALIFORNIA: await californiaTax(stripe, taxPercent),
  }
  const existing = await stripe.shippingRates.list({ active: true, limit: 100 })
  for (const rate of shippingRates) {
    const found = existing.data.find(
      (one) => one.metadata[mark] === rate.setting && one.fixed_amount?.amount === rate.amount,
    )
    ids[rate.setting] = found?.id ?? (await shippingRate(stripe, rate))
  }
  return ids
}

/** The price of that lookup key; when its amount changed, a new price takes the key over. */
async function price(stripe: Stripe, key: string, name: string, amount: Cents): Promise<string> {
  const found = await stripe.prices.list({ lookup_keys: [key], active: true })
  const current = found.data[0]
  if (current?.unit_amount === amount) return current.id
  const product = current ? String(current.product) : (await stripe.products.create({ name })).id
  const made = await stripe.prices.create({
    product,
    currency: 'usd',
    unit_amount: amount,
    tax_behavior: 'exclusive',
    lookup_key: key,
    transfer_lookup_key: true,
  })
  return made.id
}

async function californiaTax(stripe: Stripe, percentage: number): Promise<string> {
  const existing = await stripe.taxRates.list({ active: true, limit: 100 })
  const found = existing.data.find(
    (rate) => rate.metadata?.[mark] === 'california' && rate.percentage === percentage,
  )
  if (found) return found.id
  const made = await stripe.taxRates.create({
    display_name: 'California sales tax',
    percentage,
    inclusive: false,
    country: 'US',
    state: 'CA',
    metadata: { [mark]: 'california' },
  })
  return made.id
}

async function shippingRate(stripe: Stripe, { setting, name, amount }: Rate): Promise<string> {
  const made = await stripe.shippingRates.create({
    display_name: name,
    type: 'fixed_amount',
    fixed_amount: { amount, currency: 'usd' },
    metadata: { [mark]: setting },
  })
  return made.id
}
