import { createHash } from 'node:crypto'

import { z } from 'zod'

import { checked, oneOf, text, wholeNumber } from '#platform/action/form-fields.ts'
import { refuse } from '#platform/action/refusal.ts'
import { staffAction } from '#platform/action/staff-action.server.ts'
import { writeAuditEntry } from '#platform/audit/audit-log.store.server.ts'
import type { Queryable, Transaction } from '#platform/database/connection.server.ts'
import {
  insertParcel,
  parcelByNumber,
  parcelsOf,
  reviveParcel,
  supersedeParcels,
} from './parcels.store.server.ts'
import type { Shipment } from '../shipments/shipments.store.server.ts'
import { lockOrdersOf, lockShipments } from '../shipments/shipments.store.server.ts'
import {
  insertTrackingFile,
  shipmentsByTarget,
  trackingFile,
} from './tracking-files.store.server.ts'
import { may } from '#platform/access/access.rules.ts'
import { readUtf8 } from '#platform/csv/csv-reader.rules.ts'
import { shopDates } from '#platform/text/dates.rules.ts'
import type { Carrier } from './carriers.rules.ts'
import { carrierName, carriers, readTrackingNumber } from './carriers.rules.ts'
import type { EventSource } from './events.rules.ts'
import { isUnderWay, shipmentNumber } from '#orders/order/shipment.rules.ts'
import type { ReadTrackingFile, RefusedRow, TrackingRow } from './tracking-file.rules.ts'
import { readDay, readTrackingFile } from './tracking-file.rules.ts'
import { readHour } from '#platform/text/typed-hour.rules.ts'

import { shipmentSubject } from '../log.copy.ts'
import { auditSubject } from '#platform/audit/audit.rules.ts'
import type { Outcome, Services, Staff } from '#platform/services/services.ts'
import { recordNews } from './record-events.actions.server.ts'
import { lockShipmentFor, shipmentChanged } from '../shipments/shipment-actions.actions.server.ts'

export type NewTracking = { carrier: Carrier; trackingNumber: string; shippedOn: string | null }

type Attach = {
  /** Locked, after its order. */
  shipment: Shipment | null
  numbers: readonly NewTracking[]
  source: Extract<EventSource, 'staff' | 'shipper-file'>
  /** Earlier numbers that are not among these were wrong. */
  replacesOthers: boolean
}

/**
 * Adds tracking numbers to a shipment. With `replacesOthers` earlier ones are superseded and keep their
 * history. Returns why they could not be added; the caller then rolls back.
 */
async function attachNumbers(
  services: Services,
  tx: Transaction,
  { shipment, numbers, source, replacesOthers }: Attach,
): Promise<'not-under-way' | 'other-shipment' | null> {
  if (!shipment || !isUnderWay(shipment.state)) return 'not-under-way'
  const at = services.clock()
  const kept: { parcelId: string; shippedOn: string | null }[] = []
  const events = []
  for (const { carrier, trackingNumber, shippedOn } of numbers) {
    const known =
      (await insertParcel(tx, { shipmentId: shipment.id, carrier, trackingNumber, addedAt: at })) ??
      (await parcelByNumber(tx, carrier, trackingNumber))!
    if (known.shipmentId !== shipment.id) return 'other-shipment'
    const isNew = known.addedAt.getTime() === at.getTime()
    if (known.supersededAt) await reviveParcel(tx, known.id)
    kept.push({ parcelId: known.id, shippedOn })
    if (isNew || known.supersededAt) {
      events.push({
        parcelId: known.id,
        at,
        source,
        kind: 'tracking' as const,
        text: `${carrierName[carrier]} ${trackingNumber}`,
      })
    }
  }
  const others = (await parcelsOf(tx, [shipment.id])).filter(
    ({ id, supersededAt }) =>
      supersededAt === null && !kept.some(({ parcelId }) => parcelId === id),
  )
  if (replacesOthers && others.length > 0) {
    await supersedeParcels(
      tx,
      others.map(({ id }) => id),
      at,
    )
    for (const { id, trackingNumber } of others) {
      events.push({
        parcelId: id,
        at,
        source,
        kind: 'tracking-corrected' as const,
        text: trackingNumber,
      })
    }
  }
  for (const { parcelId, shippedOn } of kept) {
    if (shippedOn === null) continue
    const hour = readHour(`${shippedOn}T00:00`, services.settings.timeZone)
    if (hour.ok) events.push({ parcelId, at: hour.at, source, kind: 'shipped' as const })
  }
  const isCorrection = replacesOthers && others.length > 0
  await recordNews(services, tx, shipment.id, { events, isCorrection })
  return null
}

const typedNumber = text().transform((typed, { addIssue }) => {
  const read = readTrackingNumber(typed)
  if (!read) addIssue('That is not a tracking number.')
  return read ?? ''
})

/** Adds a tracking number; with `isCorrection` it replaces the earlier ones. */
export const addTracking = staffAction({
  duty: 'ship-orders',
  log: 'tracking-added',
  form: z.object({
    number: wholeNumber(),
    carrier: oneOf(carriers, 'Choose a carrier.'),
    trackingNumber: typedNumber,
    shippedOn: text().transform((typed) => readDay(typed) ?? null),
    isCorrection: checked(),
  }),
  async run({ services, tx, viewer, today, audit }, { number, isCorrection, ...added }) {
    if (added.shippedOn !== null && added.shippedOn > today) {
      return refuse('That day has not come yet.', { field: 'shippedOn' })
    }
    const { shipment } = await lockShipmentFor(tx, viewer, 'add-tracking', number)
    const wrong = await attachNumbers(services, tx, {
      shipment,
      numbers: [added],
      source: 'staff',
      replacesOthers: isCorrection,
    })
    if (wrong === 'other-shipment') return refuse('This number belongs to another shipment.')
    if (wrong) return shipmentChanged()
    audit(shipmentSubject(shipment), { after: { ...added, isCorrection } })
  },
})

type CheckedTrackingFile =
  | Outcome<'not-staff' | 'encoding' | 'too-large', { good: number; refused: RefusedRow[] }>
  | { ok: false; reason: 'taken-before'; at: Date }
  | Extract<ReadTrackingFile, { ok: false }>

export type TakenTrackingFile =
  | CheckedTrackingFile
  /** Some rows are invalid, and the others were not to be taken. */
  | { ok: false; reason: 'refused-rows'; good: number; refused: RefusedRow[] }

const maxBytes = 5 * 1024 * 1024

/**
 * Imports a shipper's file of tracking numbers in one transaction. Every row is checked before the first
 * is written, and again once their shipments are locked. If some are invalid, nothing is imported unless
 * `takesGood`. The same file again changes nothing (`taken-before`). Only for staff.
 */
export async function takeTrackingFile(
  services: Services,
  viewer: Staff,
  { name, bytes, takesGood }: { name: string; bytes: Uint8Array; takesGood: boolean },
): Promise<TakenTrackingFile> {
  if (!may(viewer, 'ship-orders')) return { ok: false, reason: 'not-staff' }
  const { db, clock, settings, log } = services
  if (bytes.byteLength > maxBytes) return { ok: false, reason: 'too-large' }
  const content = readUtf8(bytes)
  if (content === null) return { ok: false, reason: 'encoding' }
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const before = await trackingFile(db, sha256)
  if (before) return { ok: false, reason: 'taken-before', at: before.takenAt }
  const read = readTrackingFile(content, shopDates(settings.timeZone).isoDay(clock()))
  if (!read.ok) return read

  const check = async (on: Queryable) => {
    const rows = await checkRows(on, read.rows)
    const all = [...read.refused, ...rows.refused].toSorted((a, b) => a.line - b.line)
    return { ...rows, refused: all, good: [...rows.byShipment.values()].flat().length }
  }
  const { byShipment, good, refused } = await check(db)
  if (good === 0 || (refused.length > 0 && !takesGood)) {
    return { ok: false, reason: 'refused-rows', good, refused }
  }
  const file = {
    sha256,
    name: name.slice(0, 120),
    takenAt: clock(),
    takenBy: viewer.email,
    rows: good + refused.length,
    taken: good,
  }
  try {
    const isFirst = await db.transaction(async (tx) => {
      if (!(await insertTrackingFile(tx, file))) return false
      const ids = [...byShipment.keys()]
      await lockOrdersOf(tx, ids)
      const shipments = new Map((await lockShipments(tx, ids)).map((one) => [one.id, one]))
      if ((await check(tx)).good !== good) throw new ChangedMeanwhile()
      for (const [id, numbers] of byShipment) {
        const wrong = await attachNumbers(services, tx, {
          shipment: shipments.get(id) ?? null,
          numbers,
          source: 'shipper-file',
          replacesOthers: true,
        })
        // Staff added it to another shipment meanwhile.
        if (wrong) throw new ChangedMeanwhile()
      }
      await writeAuditEntry(
        tx,
        viewer,
        'tracking-file-taken',
        auditSubject('handover', sha256, file.name),
        { after: { rows: file.rows, taken: file.taken } },
      )
      return true
    })
    if (!isFirst) {
      return { ok: false, reason: 'taken-before', at: (await trackingFile(db, sha256))!.takenAt }
    }
  } catch (error) {
    if (!(error instanceof ChangedMeanwhile)) throw error
    const now = await check(db)
    return { ok: false, reason: 'refused-rows', good: now.good, refused: now.refused }
  }
  log.info({ rows: good, refused: refused.length }, 'tracking file taken')
  return { ok: true, good, refused }
}

/** Thrown to roll back: since the check a shipment arrived, or a number was given to another. */
class ChangedMeanwhile extends Error {}

type CheckedRows = { byShipment: Map<string, NewTracking[]>; refused: RefusedRow[] }

/** Finds the shipment of each row, and says why a row has none. */
async function checkRows(db: Queryable, rows: readonly TrackingRow[]): Promise<CheckedRows> {
  const byShipment = new Map<string, NewTracking[]>()
  const refused: RefusedRow[] = []
  const known = await shipmentsByTarget(db, rows)
  for (const row of rows) {
    const { line, target, carrier, trackingNumber, shippedOn } = row
    const value = 'shipment' in target ? shipmentNumber(target.shipment) : `K-${target.order}`
    const refuseRow = (why: RefusedRow['why'], field = 'shipment or order number') =>
      refused.push({
        line,
        field,
        why,
        value: field === 'tracking number' ? trackingNumber : value,
      })
    const found = known.shipmentsOf(target)
    const open = found.filter(({ state, method }) => method !== 'pickup' && isUnderWay(state))
    const owner = known.ownerOf(carrier, trackingNumber)
    const [shipment, another] = open
    if (found.length === 0) refuseRow('unknown-shipment')
    else if (!shipment) refuseRow('not-handed-over')
    else if (another) refuseRow('several-shipments')
    else if (owner !== null && owner !== shipment.id) refuseRow('other-shipment', 'tracking number')
    else {
      const numbers = byShipment.get(shipment.id) ?? []
      byShipment.set(shipment.id, [...numbers, { carrier, trackingNumber, shippedOn }])
    }
  }
  return { byShipment, refused }
}
