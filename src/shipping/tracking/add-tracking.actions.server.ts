import { createHash } from 'node:crypto'

import { z } from 'zod'

import { checked, oneOf, text, wholeNumber } from '#platform/action/form-fields.ts'
import { refuse, Refusal } from '#platform/action/refusal.ts'
import { staffAction, staffWork } from '#platform/action/staff-action.server.ts'
import { auditSubject } from '#platform/audit/audit.rules.ts'
import { readUtf8 } from '#platform/csv/csv-reader.rules.ts'
import { csvFileLimits } from '#platform/csv/csv.rules.ts'
import { unreadable } from '#platform/csv/unreadable.copy.ts'
import type { Queryable, Transaction } from '#platform/database/connection.server.ts'
import type { Services } from '#platform/services/services.ts'
import type { ShopDates } from '#platform/text/dates.rules.ts'
import { shopDates } from '#platform/text/dates.rules.ts'
import { megabytes } from '#platform/text/number-words.copy.ts'
import { plural } from '#platform/text/plural.rules.ts'
import { beginningOf } from '#platform/text/typed-hour.rules.ts'

import { shipmentSubject } from '../log.copy.ts'
import { lockShipmentFor, shipmentChanged } from '../shipments/shipment-actions.actions.server.ts'
import { isUnderWay, shipmentNumber } from '../shipments/shipment.rules.ts'
import type { Shipment } from '../shipments/shipments.store.server.ts'
import { lockOrdersOf, lockShipments } from '../shipments/shipments.store.server.ts'
import { carrierName, carriers, doubtNote, readTrackingNumbers } from './carriers.rules.ts'
import type { EventSource } from './events.rules.ts'
import {
  insertParcel,
  parcelByNumber,
  parcelsOf,
  reviveParcel,
  supersedeParcels,
} from './parcels.store.server.ts'
import { recordNews } from './record-events.actions.server.ts'
import type { NewTracking, RefusedRow, TrackingRow } from './tracking-file.rules.ts'
import { countRefused, readDay, readTrackingFile } from './tracking-file.rules.ts'
import {
  insertTrackingFile,
  shipmentsByTarget,
  trackingFile,
} from './tracking-files.store.server.ts'

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
 * history. Returns what came of it; where they could not be added, the caller rolls back.
 */
async function attachNumbers(
  services: Services,
  tx: Transaction,
  { shipment, numbers, source, replacesOthers }: Attach,
): Promise<'added' | 'unchanged' | 'not-under-way' | 'other-shipment'> {
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
    const day = beginningOf(shippedOn, services.settings.timeZone)
    if (day) events.push({ parcelId, at: day, isDay: true, source, kind: 'shipped' as const })
  }
  const isCorrection = replacesOthers && others.length > 0
  if (events.length === 0) return 'unchanged'
  await recordNews(services, tx, shipment.id, { events, isCorrection })
  return 'added'
}

/** What a box without a day counts as. */
const undatedNote = (count: number): string =>
  count === 1
    ? '1 box has no shipped date: it counts as handed over until the carrier reports it.'
    : `${plural(count, 'box', 'boxes')} have no shipped date: they count as handed over until the carrier reports them.`

/** Adds a tracking number, or several; with `isCorrection` they replace the earlier ones. */
export const addTracking = staffAction({
  needs: 'ship-orders',
  log: 'tracking-added',
  form: z.object({
    number: wholeNumber(),
    carrier: oneOf(carriers, 'Choose a carrier.'),
    trackingNumber: text(400),
    shippedOn: text().transform((typed, { addIssue }) => {
      const read = readDay(typed)
      if (typed && !read) addIssue('That is not a day.')
      return read ?? null
    }),
    isCorrection: checked(),
  }),
  async run(
    { services, tx, viewer, today, audit, unchanged },
    { number, isCorrection, carrier, trackingNumber: typed, shippedOn },
  ) {
    const trackingNumbers = readTrackingNumbers(carrier, typed)
    if (!trackingNumbers) {
      return refuse(`That is not a tracking number of ${carrierName[carrier]}.`, {
        field: 'trackingNumber',
      })
    }
    if (shippedOn !== null && shippedOn > today) {
      return refuse('That day is in the future.', { field: 'shippedOn' })
    }
    const { order, shipment } = await lockShipmentFor(tx, viewer, 'add-tracking', number)
    const { isoDay } = shopDates(services.settings.timeZone)
    if (shippedOn !== null && shippedOn < isoDay(order.createdAt)) {
      return refuse('That day is before the order was placed.', { field: 'shippedOn' })
    }
    const result = await attachNumbers(services, tx, {
      shipment,
      numbers: trackingNumbers.map((trackingNumber) => ({ carrier, trackingNumber, shippedOn })),
      source: 'staff',
      replacesOthers: isCorrection,
    })
    if (result === 'other-shipment') return refuse('This number belongs to another shipment.')
    if (result === 'not-under-way') return shipmentChanged()
    const trackingNumber = trackingNumbers.join(', ')
    if (result === 'unchanged') unchanged()
    else {
      audit(shipmentSubject(shipment), {
        after: { carrier, trackingNumber, shippedOn, isCorrection },
      })
    }
    return {
      isNew: result === 'added',
      isUndated: shippedOn === null,
      doubt: doubtNote(trackingNumbers),
    }
  },
  say({ isNew, isUndated, doubt }) {
    if (!isNew) return { tone: 'info', sentence: 'This number is there already.' }
    const added = isUndated ? `The tracking number is added. ${undatedNote(1)}` : 'Saved.'
    return doubt ? { tone: 'info', sentence: `${added} ${doubt}` } : added
  },
})

/** The largest file that is sent along with what was refused of it; a larger one is chosen again. */
const maxKept = 1024 * 1024

/** What came of a file of tracking numbers: all rows, the good ones, or none were imported. */
export type ImportedTracking = {
  isDone: boolean
  good: number
  /** Imported rows without a shipped date. */
  undated: number
  refused: RefusedRow[]
  /** What is said of numbers with a character that is likely wrong. */
  doubt: string | null
  /** The file as base64, from which the good rows can be imported yet. */
  kept: { name: string; file: string } | null
}

type TypedFile = { file?: File | undefined; kept: string; keptName: string }

/** The file that was chosen, or else the one whose good rows are to be imported. */
async function fileIn({ file, kept, keptName }: TypedFile) {
  if (kept) return { name: keptName, bytes: new Uint8Array(Buffer.from(kept, 'base64')) }
  if (!file || file.size === 0) throw refuse('Choose a file.', { field: 'file' })
  return { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) }
}

const refuseFile = (sentence: string) => new Refusal(409, sentence, { file: sentence })

/**
 * Imports a shipper's file of tracking numbers in one transaction. Every row is checked before the first
 * is written, and again once their shipments are locked. If some are invalid, nothing is imported unless
 * the good ones are asked for. The same file again changes nothing.
 */
export const importTracking = staffWork({
  needs: 'ship-orders',
  log: 'tracking-file-taken',
  form: z.object({
    file: z.instanceof(File).optional().catch(undefined),
    kept: z.string().default(''),
    keptName: text(),
    good: checked(),
  }),
  async run(
    { services, viewer, now, audit, unchanged },
    { good: takesGood, ...typed },
  ): Promise<ImportedTracking | Refusal> {
    const { db, settings } = services
    const dates = shopDates(settings.timeZone)
    const { name, bytes } = await fileIn(typed)
    if (bytes.byteLength > csvFileLimits.bytes)
      return refuseFile(`At most ${megabytes(csvFileLimits.bytes)}.`)
    const content = readUtf8(bytes)
    if (content === null) return refuseFile('The file is not UTF-8 text.')
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const importedBefore = ({ takenAt }: { takenAt: Date }) =>
      refuseFile(`This file was imported on ${dates.moment(takenAt)}. Nothing was saved.`)
    const before = await trackingFile(db, sha256)
    if (before) return importedBefore(before)
    const read = readTrackingFile(content, dates.isoDay(now))
    if (!read.ok) return refuseFile(unreadable(read))

    const check = (on: Queryable) => checkRows(on, viewer, read, dates)
    const isKept = bytes.byteLength <= maxKept
    const kept = isKept ? { name, file: Buffer.from(bytes).toString('base64') } : null
    const notDone = ({ good, refused, doubt }: CheckedRows): ImportedTracking => {
      unchanged()
      return { isDone: false, good, undated: 0, refused, doubt, kept }
    }
    const found = await check(db)
    const { byShipment, good, undated, refused, doubt } = found
    if (good === 0 || (refused.length > 0 && !takesGood)) return notDone(found)
    const rows = good + countRefused(refused)
    const file = { sha256, name: name.slice(0, 120), takenAt: now, takenBy: viewer.email, rows }
    try {
      await db.transaction(async (tx) => {
        if (!(await insertTrackingFile(tx, { ...file, taken: good }))) {
          throw importedBefore((await trackingFile(tx, sha256))!)
        }
        const ids = [...byShipment.keys()]
        await lockOrdersOf(tx, ids)
        const shipments = new Map((await lockShipments(tx, ids)).map((one) => [one.id, one]))
        if ((await check(tx)).good !== good) throw new ChangedMeanwhile()
        for (const [id, numbers] of byShipment) {
          const came = await attachNumbers(services, tx, {
            shipment: shipments.get(id) ?? null,
            numbers,
            source: 'shipper-file',
            replacesOthers: true,
          })
          // Staff added it to another shipment meanwhile.
          if (came === 'other-shipment' || came === 'not-under-way') throw new ChangedMeanwhile()
        }
        await audit(tx, auditSubject('handover', sha256, file.name), {
          after: { rows, taken: good },
        })
      })
    } catch (error) {
      if (!(error instanceof ChangedMeanwhile)) throw error
      return notDone(await check(db))
    }
    return { isDone: true, good, undated, refused, doubt, kept: null }
  },
  say: ({ isDone, good, undated, refused, doubt }) => {
    if (refused.length > 0) return { stays: isDone ? 200 : 409 }
    const imported = `${plural(good, 'row')} ${good === 1 ? 'was' : 'were'} imported.`
    const sentence = undated === 0 ? imported : `${imported} ${undatedNote(undated)}`
    return doubt ? { tone: 'info', sentence: `${sentence} ${doubt}` } : sentence
  },
})

/** Thrown to roll back: since the check a shipment arrived, or a number was given to another. */
class ChangedMeanwhile extends Error {}

type CheckedRows = {
  byShipment: Map<string, NewTracking[]>
  /** Everything that is wrong with each row, by row. */
  refused: RefusedRow[]
  /** How many rows can be imported, and how many of those have no shipped date. */
  good: number
  undated: number
  doubt: string | null
}

/** Finds the shipment of each row, and says what is wrong with the others. */
async function checkRows(
  db: Queryable,
  viewer: { id: string },
  read: { rows: readonly TrackingRow[]; refused: readonly RefusedRow[] },
  { isoDay }: Pick<ShopDates, 'isoDay'>,
): Promise<CheckedRows> {
  const byShipment = new Map<string, NewTracking[]>()
  const refused = [...read.refused]
  const refusedLines = new Set(refused.map(({ line }) => line))
  let [good, undated] = [0, 0]
  const known = await shipmentsByTarget(db, viewer, read.rows)
  for (const { line, target, tracking } of read.rows) {
    if (!target) continue
    const found = known.shipmentsOf(target)
    const open = found.filter(({ state, method }) => method !== 'pickup' && isUnderWay(state))
    const whyNot = whyNotOneOf(found, open)
    if (whyNot) {
      const value = 'shipment' in target ? shipmentNumber(target.shipment) : `K-${target.order}`
      refused.push({ line, field: 'shipment or order number', why: whyNot, value })
      continue
    }
    const { id, orderedAt } = open[0]!
    const orderedOn = isoDay(orderedAt)
    const early = tracking.find(({ shippedOn }) => shippedOn !== null && shippedOn < orderedOn)
    if (early) {
      const value = early.shippedOn!
      refused.push({ line, field: 'shipped date', why: 'before-order', value })
      continue
    }
    const others = tracking.find(({ carrier, trackingNumber }) => {
      const owner = known.ownerOf(carrier, trackingNumber)
      return owner !== null && owner !== id
    })
    if (others) {
      const value = others.trackingNumber
      refused.push({ line, field: 'tracking number', why: 'other-shipment', value })
    } else if (!refusedLines.has(line)) {
      good += 1
      if (tracking.some(({ shippedOn }) => shippedOn === null)) undated += 1
      byShipment.set(id, [...(byShipment.get(id) ?? []), ...tracking])
    }
  }
  const byLine = refused.toSorted((one, other) => one.line - other.line)
  const numbers = [...byShipment.values()].flat().map(({ trackingNumber }) => trackingNumber)
  return { byShipment, refused: byLine, good, undated, doubt: doubtNote(numbers) }
}

function whyNotOneOf(
  found: readonly unknown[],
  open: readonly { isOwn: boolean }[],
): RefusedRow['why'] | null {
  if (found.length === 0) return 'unknown-shipment'
  if (open.length === 0) return 'not-handed-over'
  if (open[0]!.isOwn) return 'own-order'
  return open.length > 1 ? 'several-shipments' : null
}
