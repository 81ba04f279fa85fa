import { productById } from '#data/catalogue/products.ts'
import type { Product } from '#domain/catalogue/catalogue.ts'
import { whyNotAdd } from '#domain/catalogue/catalogue.ts'

import type { Services } from '#use-cases/services.ts'

export type Offer = { product: Product; isOpen: boolean }

/** A wine as sold by an offer page, with its availability; null when there is no such wine. */
export async function viewOffer(
  { db }: Pick<Services, 'db'>,
  productId: string,
): Promise<Offer | null> {
  const product = await productById(db, productId)
  return product && { product, isOpen: whyNotAdd(product) === null }
}
