export type CsvCell = string | number | null

/** Most rows and bytes of a file that staff bring. */
export const csvFileLimits = { rows: 20_000, bytes: 5 * 1024 * 1024 } as const

/** Values that a spreadsheet would run as a formula; full-width signs and leading blanks count too. */
const formula = /^(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/

/**
 * One line of a CSV file (RFC 4180). A cell that a spreadsheet would run begins with an apostrophe,
 * which makes it text there.
 */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(value: CsvCell): string {
  if (typeof value === 'number') return String(value)
  const text = value ?? ''
  const safe = formula.test(text) ? `'${text}` : text
  return /[",\r\n\t]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

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
