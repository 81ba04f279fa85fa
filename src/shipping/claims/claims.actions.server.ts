import { writeAuditEntry } from '#platform/audit/audit-log.store.server.ts'
import { claimOf, writeClaim } from './claims.store.server.ts'
import { insertEvent } from '../tracking/shipment-events.store.server.ts'
import { lockShipment, shipmentByNumber } from '../shipments/shipments.store.server.ts'
import { may } from '#platform/access/access.rules.ts'
import { shopDates } from '#platform/text/dates.rules.ts'
import type { TypedClaim } from './claim-form.rules.ts'
import { readClaim } from './claim-form.rules.ts'

import { shipmentSubject } from '#platform/audit/audit-subjects.ts'
import type { Outcome, Services, Staff } from '#platform/services/services.ts'
import { whyNotNow } from '../shipments/shipment-actions.actions.server.ts'

type SavedClaim =
  | Outcome<'not-staff' | 'gone' | 'state' | 'saved-elsewhere'>
  | { ok: false; reason: 'invalid'; field: keyof TypedClaim }

/**
 * Saves the claim for a lost or damaged shipment, or its outcome. `version` is that of the claim that
 * staff saw, null where there was none. Only for staff.
 */
export async function saveClaim(
  { db, clock, settings }: Services,
  viewer: Staff,
  { number, version, typed }: { number: number; version: number | null; typed: TypedClaim },
): Promise<SavedClaim> {
  if (!may(viewer, 'ship-orders')) return { ok: false, reason: 'not-staff' }
  const at = clock()
  const read = readClaim(typed, shopDates(settings.timeZone).isoDay(at))
  if (!read.ok) return { ok: false, reason: 'invalid', field: read.field }
  const found = await shipmentByNumber(db, number)
  if (!found) return { ok: false, reason: 'gone' }
  return db.transaction(async (tx): Promise<SavedClaim> => {
    const shipment = (await lockShipment(tx, found.id))!
    if (whyNotNow('claim', shipment)) return { ok: false, reason: 'state' }
    const before = await claimOf(tx, shipment.id)
    const written = { shipmentId: shipment.id, ...read.claim }
    if (!(await writeClaim(tx, written, { at, version }))) {
      return { ok: false, reason: 'saved-elsewhere' }
    }
    if (version === null) {
      await insertEvent(tx, { shipmentId: shipment.id, at, source: 'staff', kind: 'claimed' })
    }
    await writeAuditEntry(tx, viewer, 'claim-saved', shipmentSubject(shipment), {
      before: before && {
        claimNumber: before.claimNumber,
        amountCents: before.amountCents,
        paidOn: before.paidOn,
        refusedOn: before.refusedOn,
        refusal: before.refusal,
      },
      after: read.claim,
    })
    return { ok: true }
  })
}
