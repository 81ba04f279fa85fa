import { parse } from 'csv-parse/sync'

import { isOneOf } from '../text/one-of.rules.ts'
import { csvFileLimits, plainText } from './csv.rules.ts'

/** A row with its line as a spreadsheet numbers it: blank rows count, a cell of two lines does not. */
type CsvRow = { line: number; cells: string[] }

type ReadCsv = { ok: true; rows: CsvRow[] } | { ok: false; reason: 'not-csv' | 'too-wide' }

/** Most cells of a row: a file of commas alone would exhaust the memory. */
const maxCells = 500

class TooWide extends Error {}

/** A line may also end in CR alone: otherwise two rows would be read as one. */
const format = {
  bom: true,
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_column_count: true,
  relax_quotes: true,
  cast(cell: string, { index }: { index: number }) {
    if (index >= maxCells) throw new TooWide()
    return cell
  },
}

/**
 * Reads the rows of a CSV file (RFC 4180) that are not blank, separated by commas, semicolons or tabs.
 * A first line `sep=;` is an instruction to spreadsheets, which do not number it.
 */
export function readCsv(text: string): ReadCsv {
  const instruction = /^\uFEFF?"?sep=(.)"?(?:\r\n|\n|\r|$)/i.exec(text)
  const source = instruction ? text.slice(instruction[0].length) : text
  const rows: CsvRow[] = []
  let line = 0
  try {
    parse(source, {
      ...format,
      delimiter: instruction?.[1] ?? separatorOf(source),
      on_record(cells: string[]) {
        line += 1
        if (cells.some((cell) => cell.trim() !== '')) rows.push({ line, cells })
        // Nothing else is kept of it.
        return null
      },
    })
  } catch (error) {
    return { ok: false, reason: error instanceof TooWide ? 'too-wide' : 'not-csv' }
  }
  return { ok: true, rows }
}

/** The one that makes the most cells of the headings. */
function separatorOf(source: string): string {
  const head = (/^\s*([^\r\n]{0,5000})/.exec(source)?.[1] ?? '').replaceAll(/"(?:[^"]|"")*"/g, '')
  const counts = [',', ';', '\t'].map(
    (separator) => [separator, head.split(separator).length] as const,
  )
  return counts.reduce((most, each) => (each[1] > most[1] ? each : most))[0]
}

/** Accepted headings of each column; the first names it in messages. */
type Headings<Column extends string> = Record<Column, readonly [string, ...string[]]>

export type TableRow<Column extends string> = {
  line: number
  /** Empty where the file lacks the column. */
  cells: Record<Column, string>
  /** Whether it has more cells than there are headings. */
  isLonger: boolean
}

export type ReadTable<Column extends string> =
  | { ok: true; rows: TableRow<Column>[]; unread: string[] }
  | { ok: false; reason: 'not-csv' | 'too-wide' | 'empty' | 'too-many' }
  | { ok: false; reason: 'missing-columns'; columns: string[] }
  | { ok: false; reason: 'column-twice'; column: string }

/** Reads a CSV file whose first row names its columns; `unread` are the headings that are unknown. */
export function readTable<Column extends string>(
  text: string,
  headings: Headings<Column>,
  needed: readonly NoInfer<Column>[],
): ReadTable<Column> {
  const read = readCsv(text)
  if (!read.ok) return read
  const [head, ...lines] = read.rows
  if (!head) return { ok: false, reason: 'empty' }
  const found = head.cells.map(tidyHeading)
  const columns = Object.keys(headings) as Column[]
  const places = columns.map((column) => found.findIndex((name) => isOneOf(headings[column], name)))
  const missing = needed.filter((column) => places[columns.indexOf(column)]! < 0)
  if (missing.length > 0) {
    return { ok: false, reason: 'missing-columns', columns: missing.map((one) => headings[one][0]) }
  }
  // With two columns of the same name the intended one is unknown.
  const twice = places.map((place) => found[place]).find((name) => name && isTwice(found, name))
  if (twice) return { ok: false, reason: 'column-twice', column: twice }
  // Only now: of a file without headings, the only row may have been taken for them.
  if (lines.length === 0) return { ok: false, reason: 'empty' }
  if (lines.length > csvFileLimits.rows) return { ok: false, reason: 'too-many' }
  const rows = lines.map(({ line, cells }) => ({
    line,
    cells: Object.fromEntries(
      columns.map((column, at) => [column, cellText(cells[places[at]!])]),
    ) as Record<Column, string>,
    isLonger: cells.slice(found.length).some((cell) => cell.trim() !== ''),
  }))
  const unread = head.cells.filter((name, at) => !places.includes(at) && name.trim())
  return { ok: true, rows, unread }
}

const tidyHeading = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_]+/g, ' ')

const isTwice = (names: readonly string[], name: string): boolean =>
  names.indexOf(name) !== names.lastIndexOf(name)

/**
 * A cell as it was before it was marked as text for spreadsheets: by an apostrophe or as a phone number, as the
 * shop's own files do, or as `="0123"`.
 */
const cellText = (cell = ''): string => {
  const text = cell.trim()
  return (/^="([^"]*)"$/.exec(text)?.[1] ?? plainText(text)).trim()
}

/** A file as UTF-8 text, or null when it is in another encoding. */
export function readUtf8(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return text.includes('\u0000') ? null : text
  } catch {
    return null
  }
}
