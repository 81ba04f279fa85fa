import type { Stripe } from 'stripe'

import type { CataloguePayments } from './catalogue-payments.ts'
import { callProvider, isMissing } from './stripe-calls.server.ts'

export const stripeCatalogue = (stripe: Stripe): CataloguePayments => ({
  priceAmount: (priceId) =>
    orNull(async () => {
      const { currency, unit_amount: amount } = await stripe.prices.retrieve(priceId)
      return currency === 'usd' ? amount : null
    }),

  taxPercent: (taxRateId) =>
    orNull(async () => {
      const { inclusive, percentage } = await stripe.taxRates.retrieve(taxRateId)
      return inclusive ? null : percentage
    }),
})

const orNull = <T>(read: () => Promise<T>): Promise<T | null> =>
  callProvider(() =>
    read().catch((error: unknown) => {
      if (isMissing(error)) return null
      throw error
    }),
  )
