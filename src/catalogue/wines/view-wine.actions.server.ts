import type { WineRow } from './products.store.server.ts'
import { wineRows } from './products.store.server.ts'
import type { StaffWine } from './staff-wines.store.server.ts'
import {
  cartsWith,
  offeredWineId,
  releaseDeciding,
  staffWineById,
} from './staff-wines.store.server.ts'
import { may } from '#platform/access/access.rules.ts'
import type { WordedEntry } from '#platform/audit/audit.rules.ts'
import { offers } from '../offers/offers.rules.ts'

import { logOf } from '#platform/audit/record-log.actions.server.ts'
import type { Outcome, Services, Staff } from '#platform/services/services.ts'

/** Source of the provider's price id of a wine: the settings, its row, or not created yet. */
export type PriceStanding = 'settings' | 'stored' | 'pending'

export type ViewedWine = Outcome<
  'not-staff' | 'gone',
  {
    wine: StaffWine
    price: PriceStanding
    /** Carts that hold it now. */
    carts: number
    /** The release that decides about its sale. */
    release: { id: string; name: string } | null
    /** Whether `/offering` sells it. */
    isOffered: boolean
    log: WordedEntry[]
  }
>

export const priceStanding = (
  { settings }: Pick<Services, 'settings'>,
  wine: Pick<StaffWine, 'id' | 'priceId'>,
): PriceStanding =>
  settings.priceIds[wine.id] ? 'settings' : wine.priceId === null ? 'pending' : 'stored'

/** One wine as staff edit it. Only for staff. */
export async function viewWine(services: Services, viewer: Staff, id: string): Promise<ViewedWine> {
  if (!may(viewer, 'manage-releases')) return { ok: false, reason: 'not-staff' }
  const { db } = services
  const wine = await staffWineById(db, id)
  if (!wine) return { ok: false, reason: 'gone' }
  const [carts, release, offered, log] = await Promise.all([
    cartsWith(db, id),
    releaseDeciding(db, id),
    offeredWineId(db),
    logOf(db, 'wine', id),
  ])
  const isOffered = id === (offered ?? offers.offering.productId)
  const price = priceStanding(services, wine)
  return { ok: true, wine, price, carts, release, isOffered, log }
}

export type ListedWines = { ok: true; wines: WineRow[] } | { ok: false }

/** Every wine with its release state and stock, listed ones first. Only for staff. */
export async function listWines({ db }: Services, viewer: Staff): Promise<ListedWines> {
  if (!may(viewer, 'set-stock')) return { ok: false }
  return { ok: true, wines: await wineRows(db) }
}
