import { logOf } from '#platform/audit/record-log.actions.server.ts'
import type { Services } from '#platform/services/services.ts'

import { offers } from '../offers/offers.rules.ts'
import type { StaffWine } from './staff-wines.store.server.ts'
import {
  cartsWith,
  offeredWineId,
  releaseDeciding,
  staffWineById,
} from './staff-wines.store.server.ts'

/** Source of the provider's price id of a wine: the settings, its row, or not created yet. */
type PriceStanding = 'settings' | 'stored' | 'pending'

export type ViewedWine = NonNullable<Awaited<ReturnType<typeof viewWine>>>

export const priceStanding = (
  { settings }: Pick<Services, 'settings'>,
  wine: Pick<StaffWine, 'id' | 'priceId'>,
): PriceStanding =>
  settings.priceIds[wine.id] ? 'settings' : wine.priceId === null ? 'pending' : 'stored'

/**
 * One wine as staff edit it, with the carts that hold it now, the release that decides about its sale,
 * and whether `/offering` sells it; null when there is none.
 */
export async function viewWine(services: Services, id: string) {
  const { db } = services
  const wine = await staffWineById(db, id)
  if (!wine) return null
  const [carts, release, offered, log] = await Promise.all([
    cartsWith(db, id),
    releaseDeciding(db, id),
    offeredWineId(db),
    logOf(db, 'wine', id),
  ])
  const isOffered = id === (offered ?? offers.offering.productId)
  return { wine, price: priceStanding(services, wine), carts, release, isOffered, log }
}
