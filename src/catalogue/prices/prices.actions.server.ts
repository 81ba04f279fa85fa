import { writeAuditEntry } from '#platform/audit/audit-log.store.server.ts'
import { queueJob } from '#platform/jobs/queue.server.ts'
import type { Services } from '#platform/services/services.ts'

import { wineSubject } from '../log.copy.ts'
import { priceIdsOf } from '../wines/products.store.server.ts'
import {
  staffWineById,
  storePriceId,
  winesWithoutPrice,
} from '../wines/staff-wines.store.server.ts'
import { priceStanding } from '../wines/view-wine.actions.server.ts'

/** The provider's lookup key of the price of a wine that staff made. */
const lookupKeyOf = (productId: string): string => `kohue_${productId}`

/**
 * Finds or creates the provider's price of a wine, and stores its id. Interrupted anywhere and run
 * again it finds what it created: there is one price object. Throws ProviderUnavailable.
 */
export async function createPrice(services: Services, productId: string): Promise<void> {
  const { db, payments } = services
  const wine = await staffWineById(db, productId)
  if (!wine || priceStanding(services, wine) !== 'pending') return
  const priceId = await payments.ensurePrice({
    lookupKey: lookupKeyOf(wine.id),
    name: `${wine.title}, ${wine.subtitle}`,
    amount: wine.priceCents,
  })
  await db.transaction(async (tx) => {
    if (!(await storePriceId(tx, wine.id, priceId))) return
    await writeAuditEntry(
      tx,
      { id: null, email: 'payment provider' },
      'wine-price-made',
      wineSubject(wine),
      { after: { priceId, priceCents: wine.priceCents } },
    )
  })
}

/** Queues `createPrice` for wines without one, so that it catches up within a minute after an outage. */
export async function createMissingPrices({ db }: Services): Promise<void> {
  for (const productId of await winesWithoutPrice(db)) {
    await queueJob(db, 'create-price', { productId }, `price:${productId}`)
  }
}

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
