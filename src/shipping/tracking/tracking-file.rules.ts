import { isCalendarDay } from '#platform/text/dates.rules.ts'
import { isOneOf } from '#platform/text/one-of.rules.ts'
import { readCsv } from '#platform/csv/csv-reader.rules.ts'

import type { Carrier } from './carriers.rules.ts'
import { readCarrier, readTrackingNumber } from './carriers.rules.ts'
import { readOrderNumber, readShipmentNumber } from '#orders/order/shipment.rules.ts'

/** The most rows of one file. */
const maxTrackingRows = 20_000

/** Which shipment a row is about: its own number, or its order's. */
export type RowTarget = { shipment: number } | { order: number }

/** A row of a shipper's file. `line` is its line in the file, headings being the first. */
export type TrackingRow = {
  line: number
  target: RowTarget
  carrier: Carrier
  trackingNumber: string
  /** Calendar day, such as `2026-11-02`; null where the file does not say. */
  shippedOn: string | null
}

export type TrackingRowProblem =
  | 'no-number'
  | 'unknown-carrier'
  | 'no-tracking-number'
  | 'no-date'
  | 'in-future'
  | 'twice'
  | 'unknown-shipment'
  | 'several-shipments'
  | 'not-handed-over'
  | 'other-shipment'

export type RefusedRow = { line: number; field: string; value: string; why: TrackingRowProblem }

export type ReadTrackingFile =
  | { ok: true; rows: TrackingRow[]; refused: RefusedRow[] }
  | { ok: false; reason: 'not-csv' | 'too-many' | 'no-rows' }
  | { ok: false; reason: 'missing-column' | 'column-twice'; column: string }

/** Accepted headings of each column; the first names it in messages. */
const headings = {
  number: [
    'shipment or order number',
    'shipment',
    'shipment number',
    'order',
    'order number',
    'reference',
  ],
  carrier: ['carrier'],
  tracking: ['tracking number', 'tracking', 'tracking no', 'tracking #'],
  shipped: ['shipped date', 'ship date', 'shipped', 'shipped on', 'date'],
} as const

type Column = keyof typeof headings

const tidy = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_]+/g, ' ')

/** Reads a shipper's file with tracking numbers; `today` is the shop's calendar day. */
export function readTrackingFile(text: string, today: string): ReadTrackingFile {
  const read = readCsv(text)
  if (!read.ok) return { ok: false, reason: 'not-csv' }
  const [first, ...rest] = read.rows
  if (!first || rest.length === 0) return { ok: false, reason: 'no-rows' }
  if (rest.length > maxTrackingRows) return { ok: false, reason: 'too-many' }
  const found = first.map(tidy)
  const at = Object.fromEntries(
    Object.entries(headings).map(([column, names]) => [
      column,
      found.findIndex((heading) => isOneOf(names, heading)),
    ]),
  ) as Record<Column, number>
  const missing = (['number', 'carrier', 'tracking'] as const).find((column) => at[column] < 0)
  if (missing) return { ok: false, reason: 'missing-column', column: headings[missing][0] }
  // With two columns of the same name the intended one is unknown.
  const used = Object.values(at).map((place) => found[place])
  const twice = used.find((name) => name && found.indexOf(name) !== found.lastIndexOf(name))
  if (twice) return { ok: false, reason: 'column-twice', column: twice }

  const rows: TrackingRow[] = []
  const refused: RefusedRow[] = []
  const seen = new Set<string>()
  for (const [index, cells] of rest.entries()) {
    const line = index + 2
    const cell = (column: Column) => (at[column] < 0 ? '' : (cells[at[column]] ?? '').trim())
    const row = readRow(line, cell, today)
    if ('why' in row) {
      refused.push(row)
      continue
    }
    const key = `${row.carrier} ${row.trackingNumber}`
    if (seen.has(key)) {
      refused.push({ line, field: 'tracking number', value: row.trackingNumber, why: 'twice' })
      continue
    }
    seen.add(key)
    rows.push(row)
  }
  return { ok: true, rows, refused }
}

function readRow(
  line: number,
  cell: (column: Column) => string,
  today: string,
): TrackingRow | RefusedRow {
  const refuse = (column: Column, why: TrackingRowProblem): RefusedRow => ({
    line,
    field: headings[column][0],
    value: cell(column).slice(0, 60),
    why,
  })
  const target = targetOf(cell('number'))
  if (!target) return refuse('number', 'no-number')
  const carrier = readCarrier(cell('carrier'))
  if (!carrier) return refuse('carrier', 'unknown-carrier')
  const trackingNumber = readTrackingNumber(cell('tracking'))
  if (!trackingNumber) return refuse('tracking', 'no-tracking-number')
  const shipped = cell('shipped')
  const shippedOn = shipped === '' ? null : readDay(shipped)
  if (shippedOn === undefined) return refuse('shipped', 'no-date')
  if (shippedOn !== null && shippedOn > today) return refuse('shipped', 'in-future')
  return { line, target, carrier, trackingNumber, shippedOn }
}

function targetOf(text: string): RowTarget | null {
  const shipment = readShipmentNumber(text)
  if (shipment !== null) return { shipment }
  const order = readOrderNumber(text)
  return order === null ? null : { order }
}

/** `2026-11-02`, `11/2/2026` or `11/02/26` → `2026-11-02`; undefined when invalid. */
export function readDay(text: string): string | undefined {
  const iso = /^(\d{4})-(\d{2})-(\d{2})/.exec(text)
  const us = /^(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})$/.exec(text)
  const parts = iso ? [iso[1], iso[2], iso[3]] : us ? [us[3], us[1], us[2]] : null
  if (!parts) return undefined
  const [year, month, day] = parts.map(Number) as [number, number, number]
  const full = year < 100 ? 2000 + year : year
  const written = [full, String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-')
  return isCalendarDay(written) ? written : undefined
}
