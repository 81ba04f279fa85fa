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

/** What becomes of each thing: it was there already, or is made now. */
export type SetUp = (setting: string, how: 'found' | 'made') => void

/** More than any account has of one kind. */
const all = { limit: 10_000 }

/**
 * Makes or finds, in an account at the provider, everything the shop refers to by id: the prices of
 * the two products that are sold, the shipping rates and the California tax rate. Answers the ids by
 * the name of their setting. Running it again changes nothing, also after a run that was cut short.
 */
export async function setUpProvider(
  stripe: Stripe,
  { taxPercent, bottlePrice }: { taxPercent: number; bottlePrice: string },
  note: SetUp = () => {},
): Promise<Record<string, string>> {
  const ids: Record<string, string> = {}
  const keep = async (setting: string, found: string | undefined, make: () => Promise<string>) => {
    ids[setting] = found ?? (await make())
    note(setting, found ? 'found' : 'made')
  }

  for (const sold of soldProducts(bottlePrice)) {
    const prices = await stripe.prices.list({ lookup_keys: [sold.key], active: true })
    const current = prices.data.find((price) => price.unit_amount === sold.amount)
    await keep(sold.setting, current?.id, () => makePrice(stripe, sold))
  }
  const taxes = await stripe.taxRates.list({ active: true, limit: 100 }).autoPagingToArray(all)
  const tax = taxes.find(
    (rate) => rate.metadata?.[mark] === 'california' && rate.percentage === taxPercent,
  )
  await keep('STRIPE_TAX_RATE_CALIFORNIA', tax?.id, () => makeCaliforniaTax(stripe, taxPercent))

  const rates = await stripe.shippingRates.list({ active: true, limit: 100 }).autoPagingToArray(all)
  for (const rate of shippingRates) {
    const found = rates.find(
      (one) =>
        one.metadata[mark] === rate.setting &&
        one.fixed_amount?.amount === rate.amount &&
        one.fixed_amount.currency === 'usd',
    )
    await keep(rate.setting, found?.id, () => makeShippingRate(stripe, rate))
  }
  return ids
}

type Sold = { setting: string; key: string; name: string; amount: Cents }

/** What is sold, by the lookup key of its price. */
const soldProducts = (bottlePrice: string): Sold[] => [
  {
    setting: 'STRIPE_PRICE_CASE',
    key: 'kohue_case',
    name: '2022 Malbec, 3-pack of 750ml',
    amount: 45_000,
  },
  {
    setting: 'STRIPE_PRICE_BOTTLE',
    key: 'kohue_bottle',
    name: '2021 Malbec, 1 bottle (750ml)',
    amount: centsFromDollars(bottlePrice),
  },
]

/** A new price of a product; the lookup key leaves an older one for it. */
async function makePrice(stripe: Stripe, { key, name, amount }: Sold): Promise<string> {
  const products = await stripe.products.list({ active: true, limit: 100 }).autoPagingToArray(all)
  const known = products.find((product) => product.metadata[mark] === key)
  const product = known ?? (await stripe.products.create({ name, metadata: { [mark]: key } }))
  const made = await stripe.prices.create({
    product: product.id,
    currency: 'usd',
    unit_amount: amount,
    tax_behavior: 'exclusive',
    lookup_key: key,
    transfer_lookup_key: true,
  })
  return made.id
}

async function makeCaliforniaTax(stripe: Stripe, percentage: number): Promise<string> {
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

async function makeShippingRate(stripe: Stripe, { setting, name, amount }: Rate): Promise<string> {
  const made = await stripe.shippingRates.create({
    display_name: name,
    type: 'fixed_amount',
    fixed_amount: { amount, currency: 'usd' },
    metadata: { [mark]: setting },
  })
  return made.id
}
