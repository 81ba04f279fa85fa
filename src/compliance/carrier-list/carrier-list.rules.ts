import type { ReadTable } from '#platform/csv/csv-reader.rules.ts'
import { readTable } from '#platform/csv/csv-reader.rules.ts'
import { parseState } from '#platform/text/us-states.rules.ts'
import { soughtTrackingNumber } from '#shipping/tracking/carriers.rules.ts'
import { readDay } from '#shipping/tracking/tracking-file.rules.ts'

import type { Period } from '../reports/period.rules.ts'

/** A row of a carrier's list. What the file has no column for, or left empty, is null. */
export type CarrierRow = {
  line: number
  trackingNumber: string
  state: string | null
  shippedOn: string | null
}

/** A row that was left out, and why. */
export type UnreadRow = {
  line: number
  field: string
  value: string
  why: 'no-tracking-number' | 'no-state' | 'no-date' | 'twice'
}

/** Accepted headings of each column; the first names it in messages. */
const headings = {
  tracking: ['tracking number', 'tracking', 'tracking no', 'tracking #', 'tracking id', 'package'],
  state: ['state', 'ship to state', 'destination state', 'recipient state', 'to state'],
  shipped: ['ship date', 'shipped date', 'shipped', 'shipped on', 'date', 'pickup date'],
} as const

type Column = keyof typeof headings

type ReadRows = {
  ok: true
  rows: CarrierRow[]
  unread: UnreadRow[]
  /** Tracking numbers of rows that were left out for something else: their parcels are in the list all the same. */
  unreadNumbers: string[]
}

export type ReadCarrierList = ReadRows | Extract<ReadTable<Column>, { ok: false }>

/** Reads the list of a carrier or shipper: tracking numbers, and where it says so state and ship date. */
export function readCarrierList(text: string): ReadCarrierList {
  const read = readTable(text, headings, ['tracking'])
  if (!read.ok) return read
  const unread: UnreadRow[] = []
  const unreadNumbers: string[] = []
  const seen = new Set<string>()
  const rows = read.rows.flatMap(({ line, cells }): CarrierRow[] => {
    const bad: UnreadRow[] = []
    const note = (column: Column, why: UnreadRow['why']) => {
      const [field, value] = [headings[column][0], cells[column].slice(0, 60)]
      bad.push({ line, field, value, why })
    }
    const trackingNumber = soughtTrackingNumber(cells.tracking)
    if (trackingNumber === null) note('tracking', 'no-tracking-number')
    else if (seen.has(trackingNumber)) note('tracking', 'twice')
    else seen.add(trackingNumber)
    const state = cells.state === '' ? null : parseState(cells.state)
    if (cells.state !== '' && state === null) note('state', 'no-state')
    const shippedOn = cells.shipped === '' ? null : readDay(cells.shipped)
    if (shippedOn === undefined) note('shipped', 'no-date')
    unread.push(...bad)
    if (bad.length > 0) {
      if (trackingNumber !== null) unreadNumbers.push(trackingNumber)
      return []
    }
    return [{ line, trackingNumber: trackingNumber!, state, shippedOn: shippedOn ?? null }]
  })
  return { ok: true, rows, unread, unreadNumbers }
}

/** A parcel as the shop has it. */
export type OwnParcel = {
  trackingNumber: string
  shipment: number
  order: number
  state: string
  shippedOn: string
  /** Its number was corrected: this one is no longer in use. */
  isSuperseded: boolean
}

export const differenceKinds = ['theirs-only', 'ours-only', 'other-state', 'other-day'] as const
export type DifferenceKind = (typeof differenceKinds)[number]

/** One parcel of which the two lists differ. `line` is null for one that only the shop has. */
export type ParcelDifference = {
  kind: DifferenceKind
  trackingNumber: string
  line: number | null
  shipment: number | null
  order: number | null
  theirs: string
  ours: string
}

export type Compared = {
  /** Parcels that both lists have. */
  both: number
  /** Rows of their list that are of other periods or states, and were not compared. */
  others: number
  differences: ParcelDifference[]
}

type Asked = { period: Period; state: string | null }

/**
 * Compares a carrier's list with the shop's parcels for a period. `own` are those of the period and every one whose
 * number is in the list.
 */
export function compareParcels(
  { rows, unreadNumbers }: Pick<ReadRows, 'rows' | 'unreadNumbers'>,
  own: readonly OwnParcel[],
  { period, state }: Asked,
): Compared {
  const isAsked = (day: string | null, to: string | null) =>
    (day === null || (day >= period.from && day < period.until)) &&
    (state === null || to === null || to === state)
  const ours = new Map(own.map((parcel) => [parcel.trackingNumber, parcel]))
  const theirs = new Set([...rows.map(({ trackingNumber }) => trackingNumber), ...unreadNumbers])
  const differences: ParcelDifference[] = []
  let [both, others] = [0, 0]
  for (const row of rows) {
    const { line, trackingNumber } = row
    const parcel = ours.get(trackingNumber)
    const isTheirs = isAsked(row.shippedOn, row.state)
    const isOurs = parcel !== undefined && isAsked(parcel.shippedOn, parcel.state)
    if (!isTheirs && !isOurs) {
      others += 1
      continue
    }
    const of = {
      trackingNumber,
      line,
      shipment: parcel?.shipment ?? null,
      order: parcel?.order ?? null,
    }
    if (!parcel || parcel.isSuperseded) {
      const said = [row.state, row.shippedOn].filter((one) => one !== null).join(', ')
      const corrected = parcel ? 'corrected since' : ''
      differences.push({ kind: 'theirs-only', ...of, theirs: said, ours: corrected })
      continue
    }
    both += 1
    if (row.state !== null && row.state !== parcel.state) {
      differences.push({ kind: 'other-state', ...of, theirs: row.state, ours: parcel.state })
    }
    if (row.shippedOn !== null && row.shippedOn !== parcel.shippedOn) {
      differences.push({ kind: 'other-day', ...of, theirs: row.shippedOn, ours: parcel.shippedOn })
    }
  }
  for (const { trackingNumber, shipment, order, ...parcel } of own) {
    if (theirs.has(trackingNumber) || parcel.isSuperseded) continue
    if (!isAsked(parcel.shippedOn, parcel.state)) continue
    const said = `${parcel.state}, ${parcel.shippedOn}`
    const of = { trackingNumber, line: null, shipment, order }
    differences.push({ kind: 'ours-only', ...of, theirs: '', ours: said })
  }
  return { both, others, differences }
}
