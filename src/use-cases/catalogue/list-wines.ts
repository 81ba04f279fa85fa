import type { WineRow } from '#data/catalogue/products.ts'
import { wineRows } from '#data/catalogue/products.ts'
import { may } from '#domain/admin/access.ts'

import type { Services } from '#use-cases/services.ts'
import type { Staff } from '#use-cases/admin/record-log.ts'

export type ListedWines = { ok: true; wines: WineRow[] } | { ok: false }

/** Every wine with its release state and stock, listed ones first. Only for staff. */
export async function listWines(
  { db }: Services,
  viewer: Pick<Staff, 'role' | 'duties'>,
): Promise<ListedWines> {
  if (!may(viewer, 'set-stock')) return { ok: false }
  return { ok: true, wines: await wineRows(db) }
}
