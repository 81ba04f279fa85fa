import type { ReadTable } from '#platform/csv/csv-reader.rules.ts'
import { readTable } from '#platform/csv/csv-reader.rules.ts'
import { isCalendarDay } from '#platform/text/dates.rules.ts'

import { readOrderNumber, readShipmentNumber } from '../shipments/shipment.rules.ts'
import type { Carrier } from './carriers.rules.ts'
import { readCarrier, readTrackingNumbers } from './carriers.rules.ts'

/** Which shipment a row is about: its own number, or its order's. */
export type RowTarget = { shipment: number } | { order: number }

export type NewTracking = {
  carrier: Carrier
  trackingNumber: string
  /** Calendar day, such as `2026-11-02`; null where the file does not say. */
  shippedOn: string | null
}

/** A row of a shipper's file: what can be read of it. `line` is numbered as in a spreadsheet. */
export type TrackingRow = {
  line: number
  target: RowTarget | null
  tracking: readonly NewTracking[]
}

export type TrackingRowProblem =
  | 'no-number'
  | 'unknown-carrier'
  | 'no-tracking-number'
  | 'not-of-carrier'
  | 'no-date'
  | 'in-future'
  | 'before-order'
  | 'twice'
  | 'unknown-shipment'
  | 'several-shipments'
  | 'not-handed-over'
  | 'other-shipment'
  | 'own-order'

export type RefusedRow = { line: number; field: string; value: string; why: TrackingRowProblem }

/** How many rows are refused, each for one reason or several. */
export const countRefused = (refused: readonly RefusedRow[]): number =>
  new Set(refused.map(({ line }) => line)).size

/** `rows` are all rows, also those of which something is refused. */
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
  const refused: RefusedRow[] = []
  const seen = new Set<string>()
  const rows = read.rows.map(({ line, cells }): TrackingRow => {
    const refuse = (column: Column, why: TrackingRowProblem, value = cells[column]) => {
      refused.push({ line, field: headings[column][0], value: value.slice(0, 60), why })
    }
    const target = targetOf(cells.number)
    if (!target) refuse('number', 'no-number')
    const carrier = readCarrier(cells.carrier)
    if (!carrier) refuse('carrier', 'unknown-carrier')
    if (!cells.tracking) refuse('tracking', 'no-tracking-number')
    const numbers = carrier && cells.tracking ? readTrackingNumbers(carrier, cells.tracking) : []
    if (!numbers) refuse('tracking', 'not-of-carrier')
    const shippedOn = cells.shipped === '' ? null : readDay(cells.shipped)
    if (shippedOn === undefined) refuse('shipped', 'no-date')
    else if (shippedOn !== null && shippedOn > today) refuse('shipped', 'in-future')
    const tracking = (numbers ?? []).map((trackingNumber) => ({
      carrier: carrier!,
      trackingNumber,
      shippedOn: shippedOn ?? null,
    }))
    const again = tracking.find((one) => seen.has(`${one.carrier} ${one.trackingNumber}`))
    if (again) refuse('tracking', 'twice', again.trackingNumber)
    for (const one of tracking) seen.add(`${one.carrier} ${one.trackingNumber}`)
    return { line, target, tracking }
  })
  return { ok: true, rows, refused }
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
