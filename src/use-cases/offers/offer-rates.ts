import type { OfferName } from '#domain/offers/offers.ts'
import { offerRates } from '#domain/offers/offers.ts'
import type { ShippingMethod } from '#domain/cart/shipping.ts'

import type { ShopSettings } from '#use-cases/services.ts'

/** The provider's rates of an offer in display order, cheapest delivery first. */
export function ratesOf(
  settings: ShopSettings,
  offer: OfferName,
  quantity: number,
): [ShippingMethod, string][] | null {
  const rates = offerRates(offer, quantity, {
    cases: settings.rateIds,
    bottle: settings.bottleRateIds,
  })
  if (!rates) return null
  return (['ground', 'overnight', 'pickup'] as const).map((method) => [method, rates[method]])
}
