import type { Stripe } from 'stripe'

import type { CataloguePayments } from './catalogue-payments.ts'
import { ProviderRefused } from './payments.ts'
import { withFreshKey } from './spent-keys.server.ts'
import { alreadyExists, callOrNull, callProvider } from './stripe-calls.adapter.server.ts'

export const stripeCatalogue = (stripe: Stripe): CataloguePayments => ({
  priceAmount: (priceId) =>
    callOrNull(async () => {
      const { currency, unit_amount: amount } = await stripe.prices.retrieve(priceId)
      return currency === 'usd' ? amount : null
    }),

  ensurePrice: ({ lookupKey, name, amount }) =>
    callProvider(async () => {
      const { data } = await stripe.prices.list({ lookup_keys: [lookupKey], active: true })
      const [found] = data
      if (found) return checked(found, amount)
      const product = await ensureProduct(stripe, lookupKey, name)
      const archived = await stripe.prices.list({ product, active: false, limit: 1 })
      // Of two calls at once one creates it; the last archived price would be returned for its own key.
      const key = ['price', lookupKey, ...archived.data.map(({ id }) => id)].join('-')
      const made = await withFreshKey(key, (idempotencyKey) =>
        stripe.prices.create(
          {
            product,
            currency: 'usd',
            unit_amount: amount,
            tax_behavior: 'exclusive',
            lookup_key: lookupKey,
          },
          { idempotencyKey },
        ),
      )
      return checked(made, amount)
    }),

  taxPercent: (taxRateId) =>
    callOrNull(async () => {
      const { inclusive, percentage } = await stripe.taxRates.retrieve(taxRateId)
      return inclusive ? null : percentage
    }),
})

/** The product of a price, whose id is the lookup key: the provider has it once. */
async function ensureProduct(stripe: Stripe, lookupKey: string, name: string): Promise<string> {
  const { data } = await stripe.products.list({ ids: [lookupKey] })
  const metadata = { kohue: lookupKey }
  if (data.length === 0) {
    await stripe.products.create({ id: lookupKey, name, metadata }).catch((error: unknown) => {
      if (!alreadyExists(error)) throw error
    })
  }
  return lookupKey
}

/** Throws when a price has another amount: the amount of a price object never changes. */
function checked({ id, unit_amount: found, currency }: Stripe.Price, amount: number): string {
  if (found === amount && currency === 'usd') return id
  throw new ProviderRefused('price_differs', `price ${id} is of another amount`)
}
