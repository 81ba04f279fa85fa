import { writeAuditEntry } from '#platform/audit/audit-log.store.server.ts'
import { lockWine, writeStock } from '../wines/products.store.server.ts'
import { may } from '#platform/access/access.rules.ts'
import { maxStock } from './stock.rules.ts'

import { wineSubject } from '../log.copy.ts'
import type { Outcome, Services, Staff } from '#platform/services/services.ts'

export type SetStock =
  | Outcome<'not-staff' | 'gone' | 'not-a-count', { stock: number | null }>
  /** Set concurrently; `stock` is the current value. */
  | { ok: false; reason: 'set-elsewhere'; stock: number | null }
  /** Less than held, sold and promised together. */
  | { ok: false; reason: 'below-taken'; taken: number }

/**
 * Sets the total units of a wine; null is unlimited. Never below held plus sold plus promised, and
 * only if the stock is still the value that staff saw (optimistic locking). Cached pages follow
 * within two seconds. Only for staff.
 */
export async function setStock(
  { db }: Services,
  viewer: Staff,
  productId: string,
  { from, to }: { from: number | null; to: number | null },
): Promise<SetStock> {
  if (!may(viewer, 'set-stock')) return { ok: false, reason: 'not-staff' }
  const isCount = to === null || (Number.isInteger(to) && to >= 0 && to <= maxStock)
  if (!isCount) return { ok: false, reason: 'not-a-count' }
  return db.transaction(async (tx): Promise<SetStock> => {
    const wine = await lockWine(tx, productId)
    if (!wine) return { ok: false, reason: 'gone' }
    if (wine.stock === to) return { ok: true, stock: to }
    if (wine.stock !== from) return { ok: false, reason: 'set-elsewhere', stock: wine.stock }
    const taken = wine.held + wine.sold + wine.promised
    // Promises need a limited stock.
    if (to === null ? wine.promised > 0 : to < taken)
      return { ok: false, reason: 'below-taken', taken }
    await writeStock(tx, productId, to)
    await writeAuditEntry(tx, viewer, 'stock-set', wineSubject(wine), {
      before: { stock: wine.stock },
      after: { stock: to },
    })
    return { ok: true, stock: to }
  })
}
