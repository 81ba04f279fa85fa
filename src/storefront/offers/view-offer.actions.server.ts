import { offeredProduct } from '#catalogue/wines/products.store.server.ts'
import type { Product } from '#catalogue/wines/catalogue.rules.ts'
import { whyNotAdd } from '#catalogue/wines/catalogue.rules.ts'
import type { OfferName } from '#catalogue/offers/offers.rules.ts'
import { offers } from '#catalogue/offers/offers.rules.ts'

import type { Services } from '#platform/services/services.ts'

export type Offer = { product: Product; isOpen: boolean }

/**
 * A wine as sold by an offer page, with its availability in the free pool; null when there is no
 * such wine.
 */
export async function viewOffer(
  { db }: Pick<Services, 'db'>,
  offer: OfferName,
): Promise<Offer | null> {
  const product = await offeredProduct(db, offers[offer])
  return product && { product, isOpen: whyNotAdd(product) === null }
}
