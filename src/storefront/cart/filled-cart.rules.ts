import { maxQuantity } from '#catalogue/destinations/shipping.rules.ts'
import type { Product } from '#catalogue/wines/catalogue.rules.ts'
import { whyNotAdd } from '#catalogue/wines/catalogue.rules.ts'
import { paths } from '#platform/http/paths.rules.ts'

/** What a purchase link is for: a release, or else the page of the wine that was granted. */
export type LinkedWines = { releaseId: string | null; returnTo: string | null }

/** Whether a wine is the granted one to whose page a link leads. */
export const isLinked = ({ returnTo }: LinkedWines, productId: string): boolean =>
  returnTo === paths.wineOnSale(productId)

/**
 * What a purchase link puts in an empty cart: what is left of the customer's allocation of the
 * release's only wine, at most an order's; of a grant the granted wine. Null where there are several wines, or
 * none can be bought.
 */
export function wineToFill(
  products: readonly Product[],
  link: LinkedWines,
): { productId: string; quantity: number } | null {
  const offered = products.filter(({ id, release }) => {
    if (link.releaseId !== null) return release?.id === link.releaseId
    return link.returnTo === null ? (release?.own?.usable ?? 0) > 0 : isLinked(link, id)
  })
  const [wine] = offered
  const usable = wine?.release?.own?.usable ?? 0
  if (!wine || offered.length > 1 || whyNotAdd(wine) !== null) return null
  const quantity = Math.min(usable, wine.available ?? maxQuantity, maxQuantity)
  return quantity > 0 ? { productId: wine.id, quantity } : null
}
