import { productById } from '#data/products.ts'
import type { Product } from '#domain/catalogue.ts'
import { whyNotAdd } from '#domain/catalogue.ts'

import type { Parts } from '#use-cases/parts.ts'

export type Offer = { product: Product; isOpen: boolean }

/** A wine as offered directly, and whether it can still be had; null when there is no such wine. */
export async function viewOffer(
  { db }: Pick<Parts, 'db'>,
  productId: string,
): Promise<Offer | null> {
  const product = await productById(db, productId)
  return product && { product, isOpen: whyNotAdd(product) === null }
}
