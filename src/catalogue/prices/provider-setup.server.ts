import type { Stripe } from 'stripe'

import type { Cents } from '#platform/text/money.rules.ts'
import { centsFromDollars } from '#platform/text/money.rules.ts'

import { soldWines } from '../wines/sold-wines.rules.ts'
import type { ShippingRate } from './rate-settings.ts'
import { shippingRates } from './rate-settings.ts'

/** Metadata key of the objects that we created, so that a second run finds them. */
const mark = 'kohue'

/** Whether an object existed or was created. */
type SetUp = (setting: string, how: 'found' | 'made') => void

/** Page limit: more objects than any account has of one kind. */
const all = { limit: 10_000 }

/**
 * Finds or creates, in a provider account, every object the shop refers to by id: the prices of the
 * wines that are sold, the shipping rates and the California tax rate. Returns the ids by the name of
 * their setting. Idempotent, also after a run that was interrupted.
 */
export async function setUpProvider(
  stripe: Stripe,
  { taxPercent, bottlePrice }: { taxPercent: number; bottlePrice: string },
  note: SetUp = () => {},
): Promise<Record<string, string>> {
  const ids: Record<string, string> = {}
  const ensure = async (
    setting: string,
    found: string | undefined,
    make: () => Promise<string>,
  ) => {
    ids[setting] = found ?? (await make())
    note(setting, found ? 'found' : 'made')
  }

  for (const sold of soldProducts(bottlePrice)) {
    const prices = await stripe.prices.list({ lookup_keys: [sold.key], active: true })
    const current = prices.data.find((price) => price.unit_amount === sold.amount)
    await ensure(sold.setting, current?.id, () => makePrice(stripe, sold))
  }
  const taxes = await stripe.taxRates.list({ active: true, limit: 100 }).autoPagingToArray(all)
  const tax = taxes.find(
    (rate) => rate.metadata?.[mark] === 'california' && rate.percentage === taxPercent,
  )
  await ensure('STRIPE_TAX_RATE_CALIFORNIA', tax?.id, () => makeCaliforniaTax(stripe, taxPercent))

  const rates = await stripe.shippingRates.list({ active: true, limit: 100 }).autoPagingToArray(all)
  for (const rate of shippingRates) {
    const found = rates.find(
      (one) =>
        one.metadata[mark] === rate.setting &&
        one.fixed_amount?.amount === rate.amount &&
        one.fixed_amount.currency === 'usd',
    )
    await ensure(rate.setting, found?.id, () => makeShippingRate(stripe, rate))
  }
  return ids
}

type Sold = { setting: string; key: string; name: string; amount: Cents }

/** The products to sell, by the lookup key of their price. */
const soldProducts = (bottlePrice: string): Sold[] =>
  Object.values(soldWines).map(({ priceSetting, lookupKey, name, price }) => ({
    setting: priceSetting,
    key: lookupKey,
    name,
    amount: price === 'BOTTLE_PRICE' ? centsFromDollars(bottlePrice) : price,
  }))

/** Creates a price; its lookup key is transferred from an older price. */
async function makePrice(stripe: Stripe, { key, name, amount }: Sold): Promise<string> {
  const products = await stripe.products.list({ active: true, limit: 100 }).autoPagingToArray(all)
  const existing = products.find((product) => product.metadata[mark] === key)
  const product = existing ?? (await stripe.products.create({ name, metadata: { [mark]: key } }))
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

async function makeShippingRate(
  stripe: Stripe,
  { setting, name, amount }: ShippingRate,
): Promise<string> {
  const made = await stripe.shippingRates.create({
    display_name: name,
    type: 'fixed_amount',
    fixed_amount: { amount, currency: 'usd' },
    metadata: { [mark]: setting },
  })
  return made.id
}
