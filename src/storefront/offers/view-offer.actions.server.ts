import type { OfferName } from '#catalogue/offers/offers.rules.ts'
import { offers } from '#catalogue/offers/offers.rules.ts'
import type { Product } from '#catalogue/wines/catalogue.rules.ts'
import { whyNotAdd } from '#catalogue/wines/catalogue.rules.ts'
import { offeredProduct } from '#catalogue/wines/products.store.server.ts'
import type { Services } from '#platform/services/services.ts'

/** Why an offer sells nothing now. */
type WhyClosed = 'coming' | 'paused' | 'sold-out' | 'over'

export type Offer = {
  product: Product
  whyClosed: WhyClosed | null
  /** Sold by a payment link: its page asks for the number and the address, and charges before any check. */
  isByLink: boolean
}

/**
 * A wine as sold by an offer page, with its availability in the free pool; null when there is no
 * such wine.
 */
export async function viewOffer(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  offer: OfferName,
): Promise<Offer | null> {
  const product = await offeredProduct(db, offers[offer])
  const isByLink = settings.paymentLinks[offer] !== undefined
  return product && { product, whyClosed: whyClosed(product), isByLink }
}

function whyClosed(product: Product): WhyClosed | null {
  const why = whyNotAdd(product)
  if (why === null || why === 'paused' || why === 'sold-out') return why
  return why === 'announced' || why === 'before-release' ? 'coming' : 'over'
}
