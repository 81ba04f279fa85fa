export type CsvCell = string | number | null

/** Values that a spreadsheet would take for a formula. */
const formula = /^[=+\-@\t\r]/

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

/** Says to spreadsheets that what follows is UTF-8. */
export const csvStart = '\uFEFF'
