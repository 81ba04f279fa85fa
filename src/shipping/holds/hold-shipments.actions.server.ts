import { randomUUID } from 'node:crypto'

import { writeAuditEntry } from '#platform/audit/audit-log.store.server.ts'
import type { HoldGroup, NewShipmentHold } from './holds.store.server.ts'
import {
  countAffected,
  endHolds,
  holdsOfGroup,
  insertHolds,
  isHeldAlike,
  lockHandovers,
  openHolds,
} from './holds.store.server.ts'
import { shipmentByNumber } from '../shipments/shipments.store.server.ts'
import { insertEvents } from '../tracking/shipment-events.store.server.ts'
import { isUuid } from '#platform/database/uuid.ts'
import { may } from '#platform/access/access.rules.ts'
import { holdSummary } from '../shipments/shipping.copy.ts'
import type { HoldPlace, HoldReason } from './holds.rules.ts'
import { readPlaces } from './holds.rules.ts'
import { shipmentNumber } from '#orders/order/shipment.rules.ts'

import { auditSubject } from '#platform/audit/audit-subjects.ts'
import type { Outcome, Services, Staff } from '#platform/services/services.ts'
import { recomputeReadiness } from '../readiness/recompute-readiness.actions.server.ts'
import { whyNotNow } from '../shipments/shipment-actions.actions.server.ts'

export type WhyNotHeld = 'not-staff' | 'no-place' | 'unknown-place' | 'ends-early' | 'long-note'

export type HoldRequest = {
  /** As typed: `TX, AZ, 850–853`. */
  places: string
  reason: HoldReason
  from: Date
  until: Date | null
  note: string
}

export type AffectedShipments =
  | { ok: true; total: number; byState: { state: string; count: number }[] }
  | { ok: false; reason: WhyNotHeld; wrong: string | null }

const maxNote = 200

type ReadHold = { ok: true; places: HoldPlace[] } | Extract<AffectedShipments, { ok: false }>

function readHold({ places, from, until, note }: HoldRequest): ReadHold {
  const read = readPlaces(places)
  if (!read.ok) {
    return { ok: false, reason: read.wrong ? 'unknown-place' : 'no-place', wrong: read.wrong }
  }
  if (until !== null && until <= from) return { ok: false, reason: 'ends-early', wrong: null }
  if (note.length > maxNote) return { ok: false, reason: 'long-note', wrong: null }
  return read
}

/** How many shipments a hold would affect, by state; nothing is written. Only for staff. */
export async function previewHold(
  { db }: Services,
  viewer: Staff,
  request: HoldRequest,
): Promise<AffectedShipments> {
  if (!may(viewer, 'ship-orders')) return { ok: false, reason: 'not-staff', wrong: null }
  const read = readHold(request)
  if (!read.ok) return read
  const byState = await countAffected(db, read.places)
  return { ok: true, byState, total: byState.reduce((sum, { count }) => sum + count, 0) }
}

export type PlacedHold =
  | { ok: true; groupId: string; affected: number }
  | Extract<AffectedShipments, { ok: false }>

/**
 * Holds shipments to places between dates. `token`, a UUID, is the idempotency key of the form. A hold
 * for the weather emails each customer concerned once. Only for staff.
 */
export async function placeHold(
  services: Services,
  viewer: Staff,
  request: HoldRequest & { token: string },
): Promise<PlacedHold> {
  if (!may(viewer, 'ship-orders')) return { ok: false, reason: 'not-staff', wrong: null }
  const read = readHold(request)
  if (!read.ok) return read
  const { db, clock } = services
  const groupId = isUuid(request.token) ? request.token : randomUUID()
  const { reason, from, until, note } = request
  await db.transaction(async (tx) => {
    await lockHandovers(tx)
    if ((await holdsOfGroup(tx, groupId)).length > 0) return
    const shared = { groupId, reason, from, until, note, by: viewer.email, createdAt: clock() }
    await insertHolds(
      tx,
      read.places.map((place): NewShipmentHold => ({ ...shared, ...place })),
    )
    await writeAuditEntry(tx, viewer, 'shipment-held', holdSubject(groupId, read.places), {
      after: { reason, from: from.toISOString(), until: until?.toISOString() ?? null, note },
    })
  })
  await recomputeReadiness(services)
  const group = (await openHolds(db)).find((one) => one.groupId === groupId)
  return { ok: true, groupId, affected: group?.affected ?? 0 }
}

/** Holds one shipment. Only for staff. */
export async function holdShipment(
  services: Services,
  viewer: Staff,
  {
    number,
    reason,
    until,
    note,
  }: Pick<HoldRequest, 'reason' | 'until' | 'note'> & {
    number: number
  },
): Promise<Outcome<WhyNotHeld | 'gone' | 'state'>> {
  if (!may(viewer, 'ship-orders')) return { ok: false, reason: 'not-staff' }
  const { db, clock } = services
  const from = clock()
  if (until !== null && until <= from) return { ok: false, reason: 'ends-early' }
  if (note.length > maxNote) return { ok: false, reason: 'long-note' }
  const shipment = await shipmentByNumber(db, number)
  if (!shipment) return { ok: false, reason: 'gone' }
  if (whyNotNow('hold', shipment)) return { ok: false, reason: 'state' }
  const groupId = randomUUID()
  await db.transaction(async (tx) => {
    await lockHandovers(tx)
    // The same form twice is one hold.
    if (await isHeldAlike(tx, { shipmentId: shipment.id, reason, note, by: viewer.email })) return
    await insertHolds(tx, [
      {
        groupId,
        scope: 'shipment',
        shipmentId: shipment.id,
        reason,
        from,
        until,
        note,
        by: viewer.email,
        createdAt: from,
      },
    ])
    await writeAuditEntry(
      tx,
      viewer,
      'shipment-held',
      auditSubject('shipment-hold', groupId, shipmentNumber(number)),
      { after: { reason, until: until?.toISOString() ?? null, note } },
    )
  })
  await recomputeReadiness(services, { ids: [shipment.id] })
  return { ok: true }
}

/** Ends a hold and returns how many shipments became ready. Only for staff. */
export async function endHold(
  services: Services,
  viewer: Staff,
  groupId: string,
): Promise<Outcome<'not-staff' | 'ended', { ready: number }>> {
  if (!may(viewer, 'ship-orders')) return { ok: false, reason: 'not-staff' }
  const { db, clock } = services
  if (!isUuid(groupId)) return { ok: false, reason: 'ended' }
  const holds = await holdsOfGroup(db, groupId)
  const isEnded = await db.transaction(async (tx) => {
    const at = clock()
    if (!(await endHolds(tx, groupId, { by: viewer.email, at }))) return false
    await insertEvents(
      tx,
      holds.flatMap(({ shipmentId }) =>
        shipmentId
          ? [{ shipmentId, at, source: 'staff' as const, kind: 'hold-ended' as const }]
          : [],
      ),
    )
    await writeAuditEntry(tx, viewer, 'shipment-hold-ended', holdSubject(groupId, holds), {
      before: { isHeld: true },
      after: { isHeld: false },
    })
    return true
  })
  // For an ended hold too: the process that ended it may have crashed before this.
  const { ready } = await recomputeReadiness(services)
  return isEnded ? { ok: true, ready } : { ok: false, reason: 'ended' }
}

const holdSubject = (groupId: string, places: readonly HoldPlace[]) =>
  auditSubject('shipment-hold', groupId, holdSummary(places))

/** Open holds, each group with the number of shipments it holds back. Only for staff. */
export async function viewHolds(
  { db }: Services,
  viewer: Staff,
): Promise<Outcome<'not-staff', { groups: HoldGroup[] }>> {
  if (!may(viewer, 'ship-orders')) return { ok: false, reason: 'not-staff' }
  return { ok: true, groups: await openHolds(db) }
}
