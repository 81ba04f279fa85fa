export type CsvCell = string | number | null

/** Most rows and bytes of a file that staff bring. */
export const csvFileLimits = { rows: 20_000, bytes: 5 * 1024 * 1024 } as const

/** Values that a spreadsheet would run as a formula; full-width signs and leading blanks count too. */
const formula = /^(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/

/** A US phone number as it is stored. */
const usPhone = /^\+1(\d{3})(\d{3})(\d{4})$/

/**
 * One line of a CSV file for spreadsheets. A cell that a spreadsheet would run begins with an apostrophe, which makes
 * it text there; a US phone number is written without its plus. The file begins with `csvStart`.
 */
export const csvLine = (cells: readonly CsvCell[]): string =>
  machineLine(cells.map((cell) => (typeof cell === 'string' ? spreadsheetText(cell) : cell)))

const spreadsheetText = (text: string): string =>
  usPhone.test(text) ? text.replace(usPhone, '($1) $2-$3') : formula.test(text) ? `'${text}` : text

/** One line of a CSV file for other programs (RFC 4180), each cell as it is; without a byte order mark. */
export const machineLine = (cells: readonly CsvCell[]): string =>
  `${cells.map((cell) => (typeof cell === 'number' ? String(cell) : quoted(cell ?? ''))).join(',')}\r\n`

const quoted = (text: string): string =>
  /[",\r\n\t]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text

/**
 * The name of an exported file: its content, the day (`2026-11-20`) and the staff member who exported
 * it, so that its origin stays visible.
 */
export function exportName(what: string, day: string, email: string): string {
  const [who = ''] = email.split('@')
  return `kohue-${what}-${day}-${who.replaceAll(/[^\w.-]+/g, '-')}.csv`
}

/** A byte order mark, by which spreadsheets recognise UTF-8. */
export const csvStart = '\uFEFF'
