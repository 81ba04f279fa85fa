import { maxUnits } from '#catalogue/on-sale/allocation.rules.ts'
import { readTable, readUtf8 } from '#platform/csv/csv-reader.rules.ts'
import { csvFileLimits } from '#platform/csv/csv.rules.ts'
import { wholeNumberIn } from '#platform/form/form-text.rules.ts'
import { normalisedEmail } from '#platform/text/email-address.rules.ts'

const headings = {
  email: ['email'],
  wine: ['wine'],
  units: ['units'],
  wave: ['wave'],
} as const

/** `row` is numbered as in a spreadsheet; the wine and units are null where they are refused. */
export type FileRow = {
  row: number
  email: string
  productId: string | null
  units: number | null
  waveId: string | null
}

/** Why a row of the file is refused. */
export type RowProblem =
  | 'columns'
  | 'no-email'
  | 'unknown-wine'
  | 'not-units'
  | 'unknown-wave'
  | 'twice'
  | 'unknown-email'
  | 'below-taken'
  | 'only-upwards'
  | 'wave-fixed'

export type RefusedRow = {
  row: number
  field: keyof typeof headings | 'row'
  problem: RowProblem
}

type ReadFile =
  /** `rows` are all whose email can be read, refused or not: their accounts are looked for together. */
  | { ok: true; rows: FileRow[]; refused: RefusedRow[] }
  | { ok: false; reason: 'too-large' | 'not-a-file' | 'empty' }

type Known = {
  wines: readonly { id: string; title: string }[]
  waves: readonly { id: string; name: string }[]
}

/**
 * Reads a whole file with the columns email, wine, units and wave before anything is written. A wine is
 * named by its id or title, a wave by its name; without a wave an allocation is usable from the opening.
 */
export function readAllocationFile(bytes: Uint8Array, { wines, waves }: Known): ReadFile {
  if (bytes.length > csvFileLimits.bytes) return { ok: false, reason: 'too-large' }
  const text = readUtf8(bytes)
  if (text === null) return { ok: false, reason: 'not-a-file' }
  const read = readTable(text, headings, ['email', 'wine', 'units'])
  if (!read.ok) {
    const { reason } = read
    if (reason === 'empty') return { ok: false, reason }
    if (reason === 'too-many') return { ok: false, reason: 'too-large' }
    if (reason === 'not-csv' || reason === 'too-wide') return { ok: false, reason: 'not-a-file' }
    return { ok: true, rows: [], refused: [{ row: 1, field: 'row', problem: 'columns' }] }
  }
  const titled = wines.map(({ id, title }) => ({ id, name: title }))
  const wineOf = idByName([...wines.map(({ id }) => ({ id, name: id })), ...titled])
  const waveOf = idByName(waves)
  const seen = new Set<string>()
  const rows: FileRow[] = []
  const refused: RefusedRow[] = []
  for (const { line: row, cells } of read.rows) {
    const email = normalisedEmail(cells.email)
    const productId = wineOf(cells.wine) ?? null
    const waveId = cells.wave === '' ? null : waveOf(cells.wave)
    const typedUnits = wholeNumberIn(cells.units) ?? Infinity
    const units = typedUnits > maxUnits ? null : typedUnits
    const refuse = (field: RefusedRow['field'], problem: RowProblem) =>
      refused.push({ row, field, problem })
    if (!email.includes('@')) refuse('email', 'no-email')
    else rows.push({ row, email, productId, units, waveId: waveId ?? null })
    if (!productId) refuse('wine', 'unknown-wine')
    if (units === null) refuse('units', 'not-units')
    if (waveId === undefined) refuse('wave', 'unknown-wave')
    const key = `${email} ${productId}`
    if (productId && seen.has(key)) refuse('row', 'twice')
    seen.add(key)
  }
  return { ok: true, rows, refused }
}

/** A name that several have is the name of none: a wine may be sold in two sizes. */
const idByName = (entries: readonly { id: string; name: string }[]) => {
  const known = new Map<string, string | undefined>()
  for (const { id, name } of entries) {
    const key = name.toLowerCase()
    known.set(key, known.has(key) && known.get(key) !== id ? undefined : id)
  }
  return (name: string): string | undefined => known.get(name.toLowerCase())
}
