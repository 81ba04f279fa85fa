import { writeAuditEntry } from '#platform/audit/audit-log.store.server.ts'
import { openFlagsOf, resolveOpenFlag } from './order-flags.store.server.ts'
import { lockOrder, orderByNumber } from '../order/orders.store.server.ts'
import { may } from '#platform/access/access.rules.ts'
import { isReviewable } from '#payments/after-sale.rules.ts'

import { orderSubject } from '../log.copy.ts'
import type { Outcome, Services, Staff } from '#platform/services/services.ts'

/**
 * Resolves a flag of an order that staff have reviewed. `undecided`: the flag of a dispute ends
 * with the bank's decision only. Only for staff.
 */
export async function resolveFlag(
  { db }: Services,
  viewer: Staff,
  { number, flagId }: { number: number; flagId: string },
): Promise<Outcome<'not-staff' | 'gone' | 'undecided'>> {
  if (!may(viewer, 'handle-orders')) return { ok: false, reason: 'not-staff' }
  const found = await orderByNumber(db, number)
  if (!found) return { ok: false, reason: 'gone' }
  return db.transaction(async (tx) => {
    const order = (await lockOrder(tx, found.id))!
    const flag = (await openFlagsOf(tx, order.id)).find(({ id }) => id === flagId)
    if (!flag) return { ok: true }
    if (!isReviewable(flag.reason)) return { ok: false, reason: 'undecided' }
    await resolveOpenFlag(tx, flag, viewer.email)
    await writeAuditEntry(tx, viewer, 'flag-resolved', orderSubject(order), {
      before: { flag: flag.reason },
      after: { flag: null },
    })
    return { ok: true }
  })
}
