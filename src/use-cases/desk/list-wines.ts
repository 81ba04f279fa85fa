import type { WineRow } from '#data/products.ts'
import { wineRows } from '#data/products.ts'
import { may } from '#domain/access.ts'

import type { Parts } from '#use-cases/parts.ts'
import type { Staff } from './record-log.ts'

export type ListedWines = { ok: true; wines: WineRow[] } | { ok: false }

/** Every wine with its release and its stock, those of the shop's page first. Only for staff. */
export async function listWines({ db }: Parts, viewer: Pick<Staff, 'role'>): Promise<ListedWines> {
  if (!may(viewer.role, 'set-stock')) return { ok: false }
  return { ok: true, wines: await wineRows(db) }
}
