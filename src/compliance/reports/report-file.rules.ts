import { readCsv } from '#platform/csv/csv-reader.rules.ts'
import type { CsvCell } from '#platform/csv/csv.rules.ts'
import { csvLine, csvStart } from '#platform/csv/csv.rules.ts'

type Line = readonly CsvCell[]

/** A part of a report's file. */
export type ReportTable = {
  /** Null of the only one of a file. */
  title: string | null
  headings: readonly string[]
  rows: readonly Line[]
  /** Begins with `Total`. */
  total?: Line
}

export type ReportParts = {
  /** What it is, for whom and when. */
  head: readonly Line[]
  tables: readonly ReportTable[]
  /** What keeps it from being final. */
  notes: readonly Line[]
}

/** The file of a report: its parts with an empty line between them, for spreadsheets. */
export const fileOf = ({ head, tables, notes }: ReportParts): string =>
  csvStart +
  [head, ...tables.map(linesOf), notes]
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.map(csvLine).join(''))
    .join('\r\n')

const linesOf = ({ title, headings, rows, total }: ReportTable): Line[] => [
  ...(title === null ? [] : [[title]]),
  headings,
  ...rows,
  ...(total ? [total] : []),
]

/** Rows are known by these columns, and compared where a table has the first. */
const [keyed, keyedToo] = ['Shipment', 'Wine']

type Row = Readonly<Record<string, string>>
type ReadRow = { shipment: string; wine: string | null; cells: Row }

/** The rows of each table that has shipments, by its title. */
function rowsIn(file: string): Map<string, ReadRow[]> {
  const read = readCsv(file)
  if (!read.ok) throw new Error(`A report's file is ${read.reason}`)
  const blocks: string[][][] = []
  let last = -1
  for (const { line, cells } of read.rows) {
    if (line === last + 1) blocks.at(-1)!.push(cells)
    else blocks.push([cells])
    last = line
  }
  return new Map(
    blocks.flatMap(([first = [], ...rest]) => {
      const [title, headings, rows] =
        first.length === 1 ? [first[0]!, rest[0] ?? [], rest.slice(1)] : ['', first, rest]
      if (!headings.includes(keyed)) return []
      const end = rows.findLastIndex(([cell]) => cell === 'Total')
      return [[title, rows.slice(0, end < 0 ? undefined : end).map(rowOf(headings))] as const]
    }),
  )
}

const rowOf =
  (headings: readonly string[]) =>
  (line: readonly string[]): ReadRow => {
    const cells = Object.fromEntries(headings.map((heading, at) => [heading, line[at] ?? '']))
    return { shipment: cells[keyed]!, wine: cells[keyedToo] ?? null, cells }
  }

/** How a shipment differs from the version before. */
export type Difference = {
  shipment: string
  what: 'added' | 'removed' | 'changed'
  /** Of a changed one: each cell, and the wine that it is of where it has a row of its own. */
  changes: { column: string; wine: string | null; before: string; after: string }[]
}

/**
 * What a version changed of the rows of the one before. A column that only one of them has is no difference of its
 * rows.
 */
export function differencesOf(before: string, after: string): Difference[] {
  const [earlier, later] = [rowsIn(before), rowsIn(after)]
  const found = new Map<string, Difference>()
  const shipmentsIn = (tables: typeof earlier) =>
    new Set([...tables.values()].flatMap((rows) => rows.map(({ shipment }) => shipment)))
  const [was, is] = [shipmentsIn(earlier), shipmentsIn(later)]
  const note = (shipment: string, what: Difference['what']): Difference => {
    const known = found.get(shipment) ?? { shipment, what, changes: [] }
    found.set(shipment, known)
    return known
  }
  for (const shipment of was) if (!is.has(shipment)) note(shipment, 'removed')
  for (const shipment of is) if (!was.has(shipment)) note(shipment, 'added')
  for (const [title, rows] of later) {
    const old = keyedRows(earlier.get(title) ?? [])
    const now = keyedRows(rows)
    for (const [key, row] of new Map([...old, ...now])) {
      const [one, other] = [old.get(key)?.cells, now.get(key)?.cells]
      const { shipment, wine } = row
      if (!was.has(shipment) || !is.has(shipment)) continue
      const changes =
        one && other
          ? Object.keys(other)
              .filter((column) => column in one && one[column] !== other[column])
              .map((column) => ({
                ...{ column, wine },
                ...{ before: one[column]!, after: other[column]! },
              }))
          : [
              {
                column: keyedToo,
                wine,
                before: one?.[keyedToo] ?? '',
                after: other?.[keyedToo] ?? '',
              },
            ]
      if (changes.length === 0) continue
      const known = note(shipment, 'changed')
      // What two tables say of a shipment is one change.
      known.changes.push(
        ...changes.filter(
          (change) =>
            !known.changes.some(
              ({ column, before: from, after: to }) =>
                column === change.column && from === change.before && to === change.after,
            ),
        ),
      )
    }
  }
  return [...found.values()].toSorted((one, other) => numberIn(one) - numberIn(other))
}

const numberIn = ({ shipment }: Difference): number => Number(shipment.replaceAll(/\D/g, ''))

/** By shipment and wine; one that is there twice is told apart by its place among them. */
function keyedRows(rows: readonly ReadRow[]): Map<string, ReadRow> {
  const seen = new Map<string, number>()
  return new Map(
    rows.map((row) => {
      const name = `${row.shipment} ${row.wine ?? ''}`
      const count = (seen.get(name) ?? 0) + 1
      seen.set(name, count)
      return [`${name} ${count}`, row]
    }),
  )
}
