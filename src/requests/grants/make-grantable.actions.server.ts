import type { Queryable } from '#platform/database/connection.server.ts'
import { queueJob } from '#platform/jobs/queue.server.ts'
import type { Services } from '#platform/services/services.ts'

import { grantableWine } from './grants.store.server.ts'

/** Has the price of a wine made at the provider, without which nothing of it can be granted. */
export async function makeGrantable(
  { settings }: Pick<Services, 'settings'>,
  db: Queryable,
  productId: string,
): Promise<void> {
  if (settings.priceIds[productId] || (await grantableWine(db, productId))?.priceId) return
  await queueJob(db, 'create-price', { productId }, `price:${productId}`)
}
