import { writeAuditEntry } from '#platform/audit/audit-log.store.server.ts'
import { insertEvent } from '../tracking/shipment-events.store.server.ts'
import {
  lockShipment,
  shipmentByNumber,
  updateShipment,
} from '../shipments/shipments.store.server.ts'
import { may } from '#platform/access/access.rules.ts'
import { followUpText } from '../shipments/shipping.copy.ts'
import { shopDates } from '#platform/text/dates.rules.ts'
import type { TypedFollowUp, WhyNotFollowedUp } from './follow-up.rules.ts'
import { followUpKey, readFollowUp } from './follow-up.rules.ts'
import { readHour } from '#platform/text/typed-hour.rules.ts'

import { shipmentSubject } from '#platform/audit/audit-subjects.ts'
import type { Outcome, Services, Staff } from '#platform/services/services.ts'
import { whyNotNow } from '../shipments/shipment-actions.actions.server.ts'

export type FollowedUp = Outcome<'not-staff' | 'gone' | 'state' | WhyNotFollowedUp>

/**
 * Notes what staff did about a delivery that was attempted, or a box at the depot. That ends its task,
 * or puts it off until the morning of a day; news of the box opens one again. `seen` is the
 * `followUpKey` of what staff saw. Only for staff.
 */
export async function followUpShipment(
  { db, clock, settings }: Services,
  viewer: Staff,
  { number, seen, typed }: { number: number; seen: string; typed: TypedFollowUp },
): Promise<FollowedUp> {
  if (!may(viewer, 'ship-orders')) return { ok: false, reason: 'not-staff' }
  const at = clock()
  const read = readFollowUp(typed, shopDates(settings.timeZone).isoDay(at))
  if (!read.ok) return read
  const again = read.againOn === null ? null : readHour(`${read.againOn}T06:00`, settings.timeZone)
  if (again && !again.ok) return { ok: false, reason: 'again-too-early' }
  const found = await shipmentByNumber(db, number)
  if (!found) return { ok: false, reason: 'gone' }
  return db.transaction(async (tx): Promise<FollowedUp> => {
    const shipment = (await lockShipment(tx, found.id))!
    const isSeen = followUpKey(shipment) === seen
    if (!isSeen || whyNotNow('follow-up', shipment)) {
      return { ok: false, reason: 'state' }
    }
    const { id: shipmentId } = shipment
    const text = followUpText(read.what, read.note)
    await insertEvent(tx, { shipmentId, at, source: 'staff', kind: 'followed-up', text })
    await updateShipment(tx, shipmentId, {
      followedUpAt: at,
      followUpAgainAt: again === null ? null : again.at,
    })
    await writeAuditEntry(tx, viewer, 'shipment-followed-up', shipmentSubject(shipment), {
      after: { done: text, ...(read.againOn && { againOn: read.againOn }) },
    })
    return { ok: true }
  })
}
