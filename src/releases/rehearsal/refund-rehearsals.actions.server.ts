import { writeAuditEntry } from '#platform/audit/audit-log.store.server.ts'
import { rehearsalOrders } from './rehearsal-orders.store.server.ts'
import { staffReleaseById } from '../release/staff-releases.store.server.ts'
import { may } from '#platform/access/access.rules.ts'
import { rehearsalRefundReason } from './admin-rehearsals.copy.ts'

import { releaseSubject } from '../log.copy.ts'
import { requestRefund } from '#orders/refunds/request-refund.actions.server.ts'
import type { Services, Staff } from '#platform/services/services.ts'

/**
 * How many rehearsal orders of a release are still to be refunded. Only for staff who may refund.
 */
export async function countRehearsals(
  { db }: Services,
  viewer: Staff,
  id: string,
): Promise<number> {
  const isAllowed = may(viewer, 'manage-releases') && may(viewer, 'handle-orders')
  return isAllowed ? (await rehearsalOrders(db, id)).length : 0
}

export type RefundedRehearsals =
  /**
   * `refused`: the payment cannot be refunded here, such as a disputed one, or a refund waits already;
   * `waiting`: for approval by a second person.
   */
  | { ok: true; refunded: number; refused: number; waiting?: number }
  | { ok: false; reason: 'not-staff' | 'gone' }

/**
 * Refunds every rehearsal order of a release in full and returns its wine. Each refund has its own
 * idempotency key, so that pressing the button twice refunds once. Only for staff who may refund.
 */
export async function refundRehearsals(
  services: Services,
  viewer: Staff,
  id: string,
): Promise<RefundedRehearsals> {
  const { db } = services
  const isAllowed = may(viewer, 'manage-releases') && may(viewer, 'handle-orders')
  if (!isAllowed) return { ok: false, reason: 'not-staff' }
  const release = await staffReleaseById(db, id)
  if (!release) return { ok: false, reason: 'gone' }
  const numbers: number[] = []
  let refused = 0
  let waiting = 0
  for (const { number, leftCents, units } of await rehearsalOrders(db, id)) {
    const made = await requestRefund(services, viewer, {
      ...{ number, amountCents: leftCents, stockBack: units },
      reason: rehearsalRefundReason,
      toAllocation: true,
      token: `rehearsal-${leftCents}`,
    })
    if (made.ok && made.state === 'waiting') waiting += 1
    else if (made.ok) numbers.push(number)
    else refused += 1
  }
  if (numbers.length > 0) {
    await writeAuditEntry(
      db,
      viewer,
      'rehearsal-refunded',
      releaseSubject(id, release.fields.name),
      { after: { orders: numbers.join(', ') } },
    )
  }
  return { ok: true, refunded: numbers.length, refused, ...(waiting > 0 && { waiting }) }
}
