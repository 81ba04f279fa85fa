export type ReadCsv =
  | { ok: true; rows: string[][] }
  | { ok: false; reason: 'open-quote' | 'too-wide' }

/** Most cells of a row: a file of commas alone would exhaust the memory. */
const maxCells = 500

/**
 * Reads the rows of a CSV file (RFC 4180), with commas or semicolons; empty lines are left out. A line
 * may also end in CR alone: otherwise two rows would be read as one.
 */
export function readCsv(text: string): ReadCsv {
  const source = text.startsWith('\uFEFF') ? text.slice(1) : text
  const separator = separatorOf(source)
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let isQuoted = false
  const endCell = () => {
    row.push(cell)
    cell = ''
  }
  const endRow = () => {
    endCell()
    if (row.some((each) => each.trim() !== '')) rows.push(row)
    row = []
  }
  for (let at = 0; at < source.length; at++) {
    const character = source[at]!
    if (isQuoted) {
      if (character !== '"') cell += character
      else if (source[at + 1] === '"') {
        cell += '"'
        at++
      } else isQuoted = false
    } else if (character === '"' && cell === '') isQuoted = true
    else if (character === separator) endCell()
    else if (character === '\n' || character === '\r') endRow()
    else cell += character
    if (row.length > maxCells) return { ok: false, reason: 'too-wide' }
  }
  if (isQuoted) return { ok: false, reason: 'open-quote' }
  if (cell !== '' || row.length > 0) endRow()
  return { ok: true, rows }
}

/** Spreadsheets of some countries write semicolons. */
function separatorOf(source: string): ',' | ';' {
  const [first = ''] = source.split(/[\r\n]/, 1)
  return first.includes(';') && !first.includes(',') ? ';' : ','
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
