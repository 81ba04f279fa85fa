import { priceIdsOf } from '#data/catalogue/products.ts'

import type { Services } from '#use-cases/services.ts'

/** Price ids are immutable, so each is read once per process. */
const known = new WeakMap<Services['db'], Map<string, string>>()

/**
 * The provider's price ids by wine: from the settings for seeded wines, from their rows for those
 * that staff made. A wine without a price is left out.
 */
export async function readPriceIds(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  productIds: readonly string[],
): Promise<Record<string, string>> {
  const cached = known.get(db) ?? new Map<string, string>()
  known.set(db, cached)
  const priceIdOf = (id: string) => settings.priceIds[id] ?? cached.get(id)
  const unknown = productIds.filter((id) => !priceIdOf(id))
  if (unknown.length > 0) {
    for (const { id, priceId } of await priceIdsOf(db, unknown)) cached.set(id, priceId)
  }
  return Object.fromEntries(
    productIds.flatMap((id) => {
      const priceId = priceIdOf(id)
      return priceId ? [[id, priceId]] : []
    }),
  )
}
