import type { WineRow } from '#data/catalogue/products.ts'
import { wineRows } from '#data/catalogue/products.ts'
import { may } from '#domain/admin/access.ts'

import type { Services, Staff } from '#use-cases/services.ts'

export type ListedWines = { ok: true; wines: WineRow[] } | { ok: false }

/** Every wine with its release state and stock, listed ones first. Only for staff. */
export async function listWines({ db }: Services, viewer: Staff): Promise<ListedWines> {
  if (!may(viewer, 'set-stock')) return { ok: false }
  return { ok: true, wines: await wineRows(db) }
}
