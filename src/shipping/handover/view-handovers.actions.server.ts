import { z } from 'zod'

import { wholeNumber } from '#platform/action/form-fields.ts'
import { notThere, refuse } from '#platform/action/refusal.ts'
import { staffAction } from '#platform/action/staff-action.server.ts'
import { reasonGiven } from '../shipments/mark-shipment.actions.server.ts'
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

import { shipmentSubject } from '../log.copy.ts'
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

/**
 * Takes a shipment out of its handover, with a reason, before it is shipped: it is ready again. The
 * stored file keeps its row.
 */
export const undoHandover = staffAction({
  duty: 'ship-orders',
  log: 'handover-undone',
  form: z.object({ number: wholeNumber(), reason: reasonGiven() }),
  async run({ tx, now: at, audit }, { number, reason: text }) {
    const found = await shipmentByNumber(tx, number)
    if (!found) return notThere()
    await lockHandovers(tx)
    const shipment = (await lockShipment(tx, found.id))!
    const isReady = await moveShipment(tx, shipment, 'ready', 'staff', { handedAt: null })
    if (!isReady) return refuse('It has already shipped.')
    const { id } = shipment
    await undoHandoverOf(tx, id, at)
    const event = { shipmentId: id, at, source: 'staff', kind: 'handover-undone', text } as const
    await insertEvent(tx, event)
    audit(shipmentSubject(shipment), {
      before: { state: shipment.state },
      after: { state: 'ready', reason: text },
    })
    return { id }
  },
  afterwards: (services, { id }) => recomputeReadiness(services, { ids: [id] }),
})

/** Days that a handover's file is kept; longer retention by law is the shipper's duty. */
const keptDays = 400

/** Deletes the files of old handovers; their figures stay. */
export async function deleteOldHandoverFiles({ db, clock }: Services): Promise<void> {
  await deleteHandoverFiles(db, new Date(clock().getTime() - keptDays * 24 * 60 * 60_000))
}
