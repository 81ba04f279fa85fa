import { readCsv, readUtf8 } from '#platform/csv/csv-reader.rules.ts'
import { normalisedEmail } from '#platform/text/email-address.rules.ts'

import { maxUnits } from '#catalogue/on-sale/allocation.rules.ts'

/** Most rows and bytes of a file of allocations. */
export const fileLimits = { rows: 20_000, bytes: 5 * 1024 * 1024 } as const

const columns = ['email', 'wine', 'units', 'wave'] as const

export type FileRow = {
  row: number
  email: string
  productId: string
  units: number
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

export type RefusedRow = {
  row: number
  field: (typeof columns)[number] | 'row'
  problem: RowProblem
}

export type ReadFile =
  | { ok: true; rows: FileRow[] }
  | { ok: false; reason: 'too-large' | 'not-a-file' | 'empty' }
  | { ok: false; reason: 'rows'; refused: RefusedRow[] }

type Known = {
  wines: readonly { id: string; title: string }[]
  waves: readonly { id: string; name: string }[]
}

/**
 * Reads a whole file with the columns email, wine, units and wave before anything is written. A wine is
 * named by its id or title, a wave by its name; without a wave an allocation is usable from the opening.
 */
export function readAllocationFile(bytes: Uint8Array, { wines, waves }: Known): ReadFile {
  if (bytes.length > fileLimits.bytes) return { ok: false, reason: 'too-large' }
  const text = readUtf8(bytes)
  const read = text === null ? null : readCsv(text)
  if (!read?.ok) return { ok: false, reason: 'not-a-file' }
  const [head, ...lines] = read.rows
  if (!head || lines.length === 0) return { ok: false, reason: 'empty' }
  if (lines.length > fileLimits.rows) return { ok: false, reason: 'too-large' }
  const names = head.map((cell) => cell.trim().toLowerCase())
  const places = columns.map((column) => names.indexOf(column))
  const isTwice = columns.some((column) => names.indexOf(column) !== names.lastIndexOf(column))
  if (isTwice || places.slice(0, 3).includes(-1)) {
    return { ok: false, reason: 'rows', refused: [{ row: 1, field: 'row', problem: 'columns' }] }
  }
  const titled = wines.map(({ id, title }) => ({ id, name: title }))
  const wineOf = idByName([...wines.map(({ id }) => ({ id, name: id })), ...titled])
  const waveOf = idByName(waves)
  const seen = new Set<string>()
  const rows: FileRow[] = []
  const refused: RefusedRow[] = []
  for (const [index, cells] of lines.entries()) {
    // Numbered as in a spreadsheet.
    const row = index + 2
    const [emailText, wineText, unitsText, waveText] = places.map((place) =>
      (cells[place] ?? '').trim(),
    ) as [string, string, string, string]
    const email = normalisedEmail(emailText.replace(/^'/, ''))
    const productId = wineOf(wineText)
    const waveId = waveText === '' ? null : waveOf(waveText)
    const units = /^\d{1,2}$/.test(unitsText) ? Number(unitsText) : Infinity
    const refusedBefore = refused.length
    const refuse = (field: RefusedRow['field'], problem: RowProblem) =>
      refused.push({ row, field, problem })
    if (!email.includes('@')) refuse('email', 'no-email')
    if (!productId) refuse('wine', 'unknown-wine')
    if (units > maxUnits) refuse('units', 'not-units')
    if (waveId === undefined) refuse('wave', 'unknown-wave')
    const key = `${email} ${productId}`
    if (refused.length === refusedBefore) {
      if (seen.has(key)) refuse('row', 'twice')
      else rows.push({ row, email, productId: productId!, units, waveId: waveId ?? null })
    }
    seen.add(key)
  }
  return refused.length > 0 ? { ok: false, reason: 'rows', refused } : { ok: true, rows }
}

const idByName = (entries: readonly { id: string; name: string }[]) => {
  const known = new Map(entries.map(({ id, name }) => [name.trim().toLowerCase(), id]))
  return (name: string): string | undefined => known.get(name.toLowerCase())
}
