import { noteInAuditLog } from '#data/audit-log.ts'
import { holdWine, writeStock } from '#data/products.ts'
import { may } from '#domain/access.ts'
import { mostStock } from '#domain/stock.ts'

import type { Parts } from '#use-cases/parts.ts'
import type { Staff } from './record-log.ts'
import { byStaff } from './record-log.ts'

export type SetStock =
  | { ok: true; stock: number | null }
  | { ok: false; reason: 'not-staff' | 'gone' | 'not-a-count' }
  /** Someone set it meanwhile: how it stands now. */
  | { ok: false; reason: 'set-elsewhere'; stock: number | null }
  /** Fewer than are held and sold already. */
  | { ok: false; reason: 'below-taken'; taken: number }

/**
 * Sets how many units of a wine there are in all; null is no limit. Never below what is held and
 * sold, and only from the count that staff saw. Every page shows it within two seconds. Only for
 * staff.
 */
export async function setStock(
  { db }: Parts,
  viewer: Staff,
  productId: string,
  { from, to }: { from: number | null; to: number | null },
): Promise<SetStock> {
  if (!may(viewer.role, 'set-stock')) return { ok: false, reason: 'not-staff' }
  const isCount = to === null || (Number.isInteger(to) && to >= 0 && to <= mostStock)
  if (!isCount) return { ok: false, reason: 'not-a-count' }
  return db.transaction(async (tx): Promise<SetStock> => {
    const wine = await holdWine(tx, productId)
    if (!wine) return { ok: false, reason: 'gone' }
    if (wine.stock === to) return { ok: true, stock: to }
    if (wine.stock !== from) return { ok: false, reason: 'set-elsewhere', stock: wine.stock }
    const taken = wine.held + wine.sold
    if (to !== null && to < taken) return { ok: false, reason: 'below-taken', taken }
    await writeStock(tx, productId, to)
    await noteInAuditLog(tx, {
      ...byStaff(viewer),
      action: 'stock-set',
      subjectKind: 'wine',
      subjectId: productId,
      subjectLabel: `${wine.title}, ${wine.subtitle}`,
      before: { stock: wine.stock },
      after: { stock: to },
    })
    return { ok: true, stock: to }
  })
}
