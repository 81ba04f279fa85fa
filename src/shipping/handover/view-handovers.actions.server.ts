import { writeAuditEntry } from '#platform/audit/audit-log.store.server.ts'
import type { HandoverRow } from './handovers.store.server.ts'
import {
  deleteHandoverFiles,
  handoverById,
  handoverFile,
  recentHandovers,
  shipmentsOfHandover,
  undoHandoverOf,
} from './handovers.store.server.ts'
import { lockHandovers } from '../holds/holds.store.server.ts'
import { insertEvent } from '../tracking/shipment-events.store.server.ts'
import {
  lockShipment,
  moveShipment,
  shipmentByNumber,
} from '../shipments/shipments.store.server.ts'
import { may } from '#platform/access/access.rules.ts'
import { shopDates } from '#platform/text/dates.rules.ts'

import { shipmentSubject } from '#platform/audit/audit-subjects.ts'
import type { Outcome, Services, Staff } from '#platform/services/services.ts'
import { recomputeReadiness } from '../readiness/recompute-readiness.actions.server.ts'

/** Handovers on the page; the list has all of them. */
const listed = 5

/** The newest handovers. Only for staff. */
export async function viewHandovers(
  { db }: Services,
  viewer: Staff,
): Promise<Outcome<'not-staff', { handovers: HandoverRow[] }>> {
  if (!may(viewer, 'ship-orders')) return { ok: false, reason: 'not-staff' }
  return { ok: true, handovers: await recentHandovers(db, listed) }
}

/** One handover with the numbers of its shipments. Only for staff. */
export async function viewHandover(
  { db }: Services,
  viewer: Staff,
  id: string,
): Promise<
  | { ok: true; handover: HandoverRow; shipments: { id: string; number: number }[] }
  | { ok: false; reason: 'not-staff' | 'gone' }
> {
  if (!may(viewer, 'ship-orders')) return { ok: false, reason: 'not-staff' }
  const handover = await handoverById(db, id)
  if (!handover) return { ok: false, reason: 'gone' }
  return { ok: true, handover, shipments: await shipmentsOfHandover(db, id) }
}

/** The file of a handover, byte for byte as it was made. Only for staff. */
export async function downloadHandover(
  { db, settings }: Services,
  viewer: Staff,
  id: string,
): Promise<Outcome<'not-staff' | 'gone' | 'no-longer-kept', { name: string; file: Buffer }>> {
  if (!may(viewer, 'ship-orders')) return { ok: false, reason: 'not-staff' }
  const found = await handoverFile(db, id)
  if (!found) return { ok: false, reason: 'gone' }
  if (!found.file) return { ok: false, reason: 'no-longer-kept' }
  const day = shopDates(settings.timeZone).isoDay(found.madeAt)
  return { ok: true, name: `handover-${found.number}-${day}.csv`, file: found.file }
}

/** Longest reason that staff type. */
export const maxReason = 200

/**
 * Takes a shipment out of its handover, with a reason, before it is shipped: it is ready again. The
 * stored file keeps its row. Only for staff.
 */
export async function undoHandover(
  services: Services,
  viewer: Staff,
  { number, reason }: { number: number; reason: string },
): Promise<Outcome<'not-staff' | 'gone' | 'no-reason' | 'shipped'>> {
  if (!may(viewer, 'ship-orders')) return { ok: false, reason: 'not-staff' }
  const text = reason.trim()
  if (!text || text.length > maxReason) return { ok: false, reason: 'no-reason' }
  const { db, clock } = services
  const found = await shipmentByNumber(db, number)
  if (!found) return { ok: false, reason: 'gone' }
  const undone = await db.transaction(async (tx) => {
    await lockHandovers(tx)
    const shipment = (await lockShipment(tx, found.id))!
    const changes = { handedAt: null }
    if (!(await moveShipment(tx, shipment, 'ready', 'staff', changes))) return false
    const at = clock()
    await undoHandoverOf(tx, shipment.id, at)
    await insertEvent(tx, {
      shipmentId: shipment.id,
      at,
      source: 'staff',
      kind: 'handover-undone',
      text,
    })
    await writeAuditEntry(tx, viewer, 'handover-undone', shipmentSubject(shipment), {
      before: { state: shipment.state },
      after: { state: 'ready', reason: text },
    })
    return true
  })
  if (!undone) return { ok: false, reason: 'shipped' }
  await recomputeReadiness(services, { ids: [found.id] })
  return { ok: true }
}

/** Days that a handover's file is kept; longer retention by law is the shipper's duty. */
const keptDays = 400

/** Deletes the files of old handovers; their figures stay. */
export async function deleteOldHandoverFiles({ db, clock }: Services): Promise<void> {
  await deleteHandoverFiles(db, new Date(clock().getTime() - keptDays * 24 * 60 * 60_000))
}
