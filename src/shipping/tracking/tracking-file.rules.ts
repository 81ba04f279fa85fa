import { readOrderNumber, readShipmentNumber } from '#orders/order/shipment.rules.ts'
import type { ReadTable } from '#platform/csv/csv-reader.rules.ts'
import { readTable } from '#platform/csv/csv-reader.rules.ts'
import { isCalendarDay } from '#platform/text/dates.rules.ts'

import type { Carrier } from './carriers.rules.ts'
import { readCarrier, readTrackingNumbers } from './carriers.rules.ts'

/** Which shipment a row is about: its own number, or its order's. */
export type RowTarget = { shipment: number } | { order: number }

/** A row of a shipper's file. `line` is numbered as in a spreadsheet. */
export type TrackingRow = {
  line: number
  target: RowTarget
  carrier: Carrier
  trackingNumbers: readonly string[]
  /** Calendar day, such as `2026-11-02`; null where the file does not say. */
  shippedOn: string | null
}

export type TrackingRowProblem =
  | 'no-number'
  | 'unknown-carrier'
  | 'no-tracking-number'
  | 'not-of-carrier'
  | 'no-date'
  | 'in-future'
  | 'twice'
  | 'unknown-shipment'
  | 'several-shipments'
  | 'not-handed-over'
  | 'other-shipment'
  | 'own-order'

export type RefusedRow = { line: number; field: string; value: string; why: TrackingRowProblem }

export type ReadTrackingFile =
  | { ok: true; rows: TrackingRow[]; refused: RefusedRow[] }
  | Extract<ReadTable<Column>, { ok: false }>

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

/** Reads a shipper's file with tracking numbers; `today` is the shop's calendar day. */
export function readTrackingFile(text: string, today: string): ReadTrackingFile {
  const read = readTable(text, headings, ['number', 'carrier', 'tracking'])
  if (!read.ok) return read
  const rows: TrackingRow[] = []
  const refused: RefusedRow[] = []
  const seen = new Set<string>()
  for (const { line, cells } of read.rows) {
    const row = readRow(line, cells, today)
    if ('why' in row) {
      refused.push(row)
      continue
    }
    const keys = row.trackingNumbers.map((number) => `${row.carrier} ${number}`)
    const again = keys.findIndex((key) => seen.has(key))
    if (again >= 0) {
      const value = row.trackingNumbers[again]!
      refused.push({ line, field: 'tracking number', value, why: 'twice' })
      continue
    }
    for (const key of keys) seen.add(key)
    rows.push(row)
  }
  return { ok: true, rows, refused }
}

function readRow(
  line: number,
  cells: Record<Column, string>,
  today: string,
): TrackingRow | RefusedRow {
  const refuse = (column: Column, why: TrackingRowProblem): RefusedRow => ({
    line,
    field: headings[column][0],
    value: cells[column].slice(0, 60),
    why,
  })
  const target = targetOf(cells.number)
  if (!target) return refuse('number', 'no-number')
  const carrier = readCarrier(cells.carrier)
  if (!carrier) return refuse('carrier', 'unknown-carrier')
  if (!cells.tracking) return refuse('tracking', 'no-tracking-number')
  const trackingNumbers = readTrackingNumbers(carrier, cells.tracking)
  if (!trackingNumbers) return refuse('tracking', 'not-of-carrier')
  const shipped = cells.shipped
  const shippedOn = shipped === '' ? null : readDay(shipped)
  if (shippedOn === undefined) return refuse('shipped', 'no-date')
  if (shippedOn !== null && shippedOn > today) return refuse('shipped', 'in-future')
  return { line, target, carrier, trackingNumbers, shippedOn }
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
