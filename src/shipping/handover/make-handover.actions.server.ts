import { createHash } from 'node:crypto'

import { writeAuditEntry } from '#platform/audit/audit-log.store.server.ts'
import type { Transaction } from '#platform/database/connection.server.ts'
import type { HandoverRow } from './handovers.store.server.ts'
import { handoverByRequest, handoverOf, insertHandover } from './handovers.store.server.ts'
import { lockHandovers } from '../holds/holds.store.server.ts'
import type { PackedRow } from './packed-shipments.store.server.ts'
import { packedShipments } from './packed-shipments.store.server.ts'
import { readinessFacts } from '../readiness/readiness.store.server.ts'
import { insertEventForAll } from '../tracking/shipment-events.store.server.ts'
import type { Shipment } from '../shipments/shipments.store.server.ts'
import { lockShipments } from '../shipments/shipments.store.server.ts'
import type { SavedProfile } from '../profiles/shipper-profiles.store.server.ts'
import { allProfiles, profileById } from '../profiles/shipper-profiles.store.server.ts'
import { shippingSettingsOf } from '../overview/shipping-settings.store.server.ts'
import { may } from '#platform/access/access.rules.ts'
import { csvLine } from '#platform/csv/csv.rules.ts'
import { shopDates } from '#platform/text/dates.rules.ts'
import { isDispatchDay } from '../readiness/dispatch-days.rules.ts'
import { signatureText } from '#orders/order/shipment.rules.ts'
import type { PackedShipment } from '../profiles/shipper-profile.rules.ts'
import { boxCount, handoverRows } from '../profiles/shipper-profile.rules.ts'

import { auditSubject } from '#platform/audit/audit.rules.ts'
import type { Outcome, Services, Staff } from '#platform/services/services.ts'
import { whyNotReadyNow } from '../readiness/recompute-readiness.actions.server.ts'

/** The most shipments in one handover. */
const maxHandover = 2_000

const shownRows = 10

export type HandoverPreview = {
  profiles: SavedProfile[]
  profile: SavedProfile
  /** Ready shipments that leave today, and those that leave on another day. */
  today: PackedShipment[]
  later: PackedShipment[]
  /** Numbers of the selected shipments, by default today's. */
  selected: number[]
  /** Numbers that were selected and are no longer ready. */
  notReady: number[]
  /** Headings and first rows of the file for the selected shipments. */
  sample: (string | number)[][]
}

/**
 * A preview of today's handover in the format of that shipper. `numbers` are the shipments that were
 * selected in the list, by default today's. Only for staff.
 */
export async function previewHandover(
  { db, clock, settings }: Services,
  viewer: Staff,
  profileId: string | null,
  numbers: readonly number[] = [],
): Promise<Outcome<'not-staff' | 'not-begun', { view: HandoverPreview }>> {
  if (!may(viewer, 'ship-orders')) return { ok: false, reason: 'not-staff' }
  const begun = await shippingSettingsOf(db)
  const profiles = await allProfiles(db)
  const profile = profiles.find(({ id }) => id === profileId) ?? profiles[0]
  if (!begun || !profile) return { ok: false, reason: 'not-begun' }
  const day = shopDates(settings.timeZone).isoDay(clock())
  const ready = await packedShipments(db, { limit: maxHandover }, day)
  const leaves = ({ method }: PackedRow) => isDispatchDay(begun.dispatch, method, day)
  const today = ready.filter(leaves)
  const wanted = new Set(numbers)
  const selected = wanted.size === 0 ? today : ready.filter(({ number }) => wanted.has(number))
  for (const { number } of selected) wanted.delete(number)
  return {
    ok: true,
    view: {
      profiles,
      profile,
      today,
      later: ready.filter((one) => !leaves(one)),
      selected: selected.map(({ number }) => number),
      notReady: [...wanted],
      sample: handoverRows(profile, selected.slice(0, shownRows), signatureText).slice(
        0,
        shownRows + 1,
      ),
    },
  }
}

export type HandoverRequest = {
  profileId: string
  /** Numbers of the shipments. */
  numbers: readonly number[]
  /** Idempotency key of the form. */
  token: string
}

/** A shipment that is no longer ready, and who handed it over, if anyone did. */
export type ChangedShipment = { number: number; handedOverBy: string | null }

export type MadeHandover =
  | Outcome<
      'not-staff' | 'not-begun' | 'no-profile' | 'none' | 'too-many',
      { handover: HandoverRow; isNew: boolean }
    >
  /** Nothing was handed over: these are no longer ready. */
  | { ok: false; reason: 'changed'; changed: ChangedShipment[] }

/**
 * Hands ready shipments over to a shipper: all or none, in one transaction with the file. Each is
 * checked again under a lock, so that none is handed over that was refunded or held since. Only for
 * staff.
 */
export async function makeHandover(
  services: Services,
  viewer: Staff,
  { profileId, numbers, token }: HandoverRequest,
): Promise<MadeHandover> {
  if (!may(viewer, 'ship-orders')) return { ok: false, reason: 'not-staff' }
  const { db, log } = services
  const wanted = [...new Set(numbers)]
  if (wanted.length === 0) return { ok: false, reason: 'none' }
  if (wanted.length > maxHandover) return { ok: false, reason: 'too-many' }
  const requestKey = `staff:${viewer.id}:${token}`
  const made = await db.transaction(async (tx): Promise<MadeHandover> => {
    await lockHandovers(tx)
    const already = await handoverByRequest(tx, requestKey)
    if (already) return { ok: true, handover: already, isNew: false }
    const profile = await profileById(tx, profileId)
    if (!profile) return { ok: false, reason: 'no-profile' }
    return write(services, tx, viewer, { profile, wanted, requestKey })
  })
  if (made.ok && made.isNew) {
    log.info(
      { handover: made.handover.number, shipments: made.handover.shipmentCount },
      'handover made',
    )
  }
  return made
}

type Wanted = { profile: SavedProfile; wanted: readonly number[]; requestKey: string }

async function write(
  services: Services,
  tx: Transaction,
  viewer: Staff,
  { profile, wanted, requestKey }: Wanted,
): Promise<MadeHandover> {
  const now = services.clock()
  const day = shopDates(services.settings.timeZone).isoDay(now)
  const found = await packedShipments(tx, { numbers: wanted }, day)
  const ids = found.map(({ id }) => id)
  const locked = await lockShipments(tx, ids)
  // Read again under the locks: a refund may have lowered the lines meanwhile.
  const packed = await packedShipments(tx, { numbers: wanted }, day)
  const changed = await changedAmong(services, tx, { wanted, packed, locked })
  if (changed.length > 0) return { ok: false, reason: 'changed', changed }

  const rows = handoverRows(profile, packed, signatureText)
  const file = Buffer.from(rows.map(csvLine).join(''), 'utf8')
  const { handover, moved } = await insertHandover(
    tx,
    {
      profileId: profile.id,
      profileName: profile.name,
      madeAt: now,
      madeBy: viewer.email,
      requestKey,
      shipmentCount: packed.length,
      caseCount: packed.reduce((sum, { wines }) => sum + boxCount(wines), 0),
      sha256: createHash('sha256').update(file).digest('hex'),
      file,
    },
    ids,
  )
  if (moved !== ids.length) throw new Error('Shipments changed although their rows are locked')
  await insertEventForAll(tx, ids, {
    at: now,
    source: 'staff',
    kind: 'handed-over',
    text: `Handover ${handover.number}`,
  })
  await writeAuditEntry(
    tx,
    viewer,
    'handover-made',
    auditSubject('handover', handover.id, `Handover ${handover.number}`),
    {
      after: {
        shipments: handover.shipmentCount,
        profile: profile.name,
        sha256: handover.sha256,
      },
    },
  )
  return { ok: true, handover, isNew: true }
}

type Candidates = {
  wanted: readonly number[]
  packed: readonly PackedRow[]
  locked: readonly Shipment[]
}

/** Shipments that are not ready under the lock, with who handed them over. */
async function changedAmong(
  services: Services,
  tx: Transaction,
  { wanted, packed, locked }: Candidates,
): Promise<ChangedShipment[]> {
  const now = services.clock()
  const known = new Map(locked.map((shipment) => [shipment.number, shipment]))
  const facts = await readinessFacts(tx, { ids: locked.map(({ id }) => id) }, now, {
    limit: maxHandover,
  })
  const ready = new Set(
    facts
      .filter((one) => one.state === 'ready' && one.orderState !== 'refunded')
      .filter((one) => whyNotReadyNow(services, one, now) === null)
      .map(({ number }) => number),
  )
  const whole = new Set(packed.filter(({ isWhole }) => isWhole).map(({ number }) => number))
  const changed = wanted.filter((number) => !ready.has(number) || !whole.has(number))
  const found: ChangedShipment[] = []
  for (const number of changed) {
    const shipment = known.get(number)
    const handover =
      shipment?.state === 'handed-over' && found.length < shownChanges
        ? await handoverOf(tx, shipment.id)
        : null
    found.push({ number, handedOverBy: handover?.madeBy ?? null })
  }
  return found
}

/** Shipments for which the person who handed them over is looked up. */
const shownChanges = 20
