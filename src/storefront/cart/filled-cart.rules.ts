import { maxQuantity } from '#catalogue/destinations/shipping.rules.ts'
import type { Product } from '#catalogue/wines/catalogue.rules.ts'
import { whyNotAdd } from '#catalogue/wines/catalogue.rules.ts'

/**
 * What a purchase link puts in an empty cart: what is left of the customer's allocation of the
 * release's only wine, at most an order's; without a release (a grant) of the only wine allocated to
 * them. Null where there are several wines, or none can be bought.
 */
export function wineToFill(
  products: readonly Product[],
  releaseId: string | null,
): { productId: string; quantity: number } | null {
  const offered = products.filter(({ release }) =>
    releaseId === null ? (release?.own?.usable ?? 0) > 0 : release?.id === releaseId,
  )
  const [wine] = offered
  const usable = wine?.release?.own?.usable ?? 0
  if (!wine || offered.length > 1 || usable === 0 || whyNotAdd(wine) !== null) return null
  const quantity = Math.min(usable, wine.available ?? maxQuantity, maxQuantity)
  return quantity > 0 ? { productId: wine.id, quantity } : null
}
