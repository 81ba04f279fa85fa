import { noteInAuditLog } from '#data/audit-log.ts'
import { holdOrder, orderByNumber, setAttention } from '#data/orders.ts'
import { may } from '#domain/access.ts'

import type { Parts } from '#use-cases/parts.ts'
import type { Staff } from '#use-cases/desk/record-log.ts'
import { byStaff } from '#use-cases/desk/record-log.ts'

export type AttendedOrder = { ok: true } | { ok: false; reason: 'not-staff' | 'gone' }

/** Notes that staff have looked at what an order was flagged for. Only for staff. */
export async function attendOrder(
  { db }: Parts,
  viewer: Staff,
  number: number,
): Promise<AttendedOrder> {
  if (!may(viewer.role, 'handle-orders')) return { ok: false, reason: 'not-staff' }
  const found = await orderByNumber(db, number)
  if (!found) return { ok: false, reason: 'gone' }
  return db.transaction(async (tx) => {
    const order = await holdOrder(tx, found.id)
    if (!order?.attention) return { ok: true }
    await setAttention(tx, order.id, null)
    await noteInAuditLog(tx, {
      ...byStaff(viewer),
      action: 'order-attended',
      subjectKind: 'order',
      subjectId: order.id,
      subjectLabel: `K-${order.number} ${order.name} ${order.email}`,
      before: { attention: order.attention },
      after: { attention: null },
    })
    return { ok: true }
  })
}
