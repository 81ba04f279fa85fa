export type CsvCell = string | number | null

/** Most rows and bytes of a file that staff bring. */
export const csvFileLimits = { rows: 20_000, bytes: 5 * 1024 * 1024 } as const

/** Values that a spreadsheet would run as a formula; full-width signs and leading blanks count too. */
const formula = /^(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/

/** A US phone number as it is stored, and one of another country after the country's code (E.164). */
const usPhone = /^\+1(\d{3})(\d{3})(\d{4})$/
const foreignPhone =
  /^\+(7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|[2-9]\d\d)(\d{4,12})$/

/**
 * One line of a CSV file for spreadsheets. A cell that a spreadsheet would run begins with an apostrophe, which makes
 * it text there; a phone number is written without its plus in front. The file begins with `csvStart`.
 */
export const csvLine = (cells: readonly CsvCell[]): string =>
  machineLine(cells.map((cell) => (typeof cell === 'string' ? spreadsheetText(cell) : cell)))

function spreadsheetText(text: string): string {
  if (usPhone.test(text)) return text.replace(usPhone, '($1) $2-$3')
  if (foreignPhone.test(text)) return text.replace(foreignPhone, '(+$1) $2')
  return formula.test(text) ? `'${text}` : text
}

/** What `spreadsheetText` was made of. */
export const plainText = (cell: string): string =>
  cell
    .replace(/^'(?=\s*[=+\-@＝＋－＠\d])/, '')
    .replace(/^\((\d{3})\) (\d{3})-(\d{4})$/, '+1$1$2$3')
    .replace(/^\((\+\d{1,3})\) (\d{4,12})$/, '$1$2')

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
