import { isOneOf } from '#platform/text/one-of.rules.ts'
import { readCsv, readUtf8 } from '#platform/csv/csv-reader.rules.ts'
import { normalisedEmail } from '#platform/text/email-address.rules.ts'

import type { Document, ImportError } from './document.rules.ts'
import { printable } from './document.rules.ts'
import type { ExportRow } from './export-rows.rules.ts'
import { readSubscriberDocument } from './subscriber-document.rules.ts'

/** Most rows and bytes of a CSV file of the mailing list. */
export const listFileLimits = { rows: 20_000, bytes: 5 * 1024 * 1024 } as const

/** Headings of each field of a subscriber; the first names it in messages. */
const headings = {
  email: ['email', 'email address'],
  byEmail: ['consent', 'byemail', 'may be emailed'],
  fullname: ['full name', 'fullname', 'name'],
  firstname: ['first name', 'firstname'],
  lastname: ['last name', 'lastname'],
  phone: ['phone'],
  address: ['address'],
  addressExtra: ['address extra', 'addressextra'],
  city: ['city'],
  state: ['state'],
  zipCode: ['zip code', 'zipcode', 'zip'],
  createdAt: ['joined', 'joined on', 'createdat'],
} as const

type Field = keyof typeof headings
const fields = Object.keys(headings) as Field[]
const required = ['email', 'byEmail'] as const

/** Consent as it is written in a list; an empty cell is none. */
const consents = { yes: true, true: true, '1': true, no: false, false: false, '0': false } as const

export type ReadListFile =
  | { ok: true; rows: ExportRow[]; unread: string[] }
  | { ok: false; reason: 'too-large' | 'not-utf8' | 'not-csv' | 'too-wide' | 'empty' | 'too-many' }
  | { ok: false; reason: 'missing-column' | 'column-twice'; column: string }
  | { ok: false; reason: 'rows'; refused: RefusedListRow[] }

/** `row` counts the headings as row 1. Never contains the value. */
export type RefusedListRow = ImportError & { row: number }

/**
 * Reads a whole CSV file of the mailing list before anything is written: its documents, and the names
 * of unknown columns. A consent column is required; an empty cell means no consent. `idOf` makes an id
 * by which a second import recognises a person, and which does not reveal the address.
 */
export function readListFile(bytes: Uint8Array, idOf: (email: string) => string): ReadListFile {
  if (bytes.length > listFileLimits.bytes) return { ok: false, reason: 'too-large' }
  const text = readUtf8(bytes)
  if (text === null) return { ok: false, reason: 'not-utf8' }
  const read = readCsv(text)
  if (!read.ok) return { ok: false, reason: read.reason === 'too-wide' ? 'too-wide' : 'not-csv' }
  const [head, ...lines] = read.rows
  if (!head || lines.length === 0) return { ok: false, reason: 'empty' }
  if (lines.length > listFileLimits.rows) return { ok: false, reason: 'too-many' }
  const found = head.map((heading) => fieldOf(heading))
  const missing = required.find((field) => !found.includes(field))
  if (missing) return { ok: false, reason: 'missing-column', column: headings[missing][0] }
  const twice = found.find((field, at) => field !== null && found.indexOf(field) !== at)
  if (twice) return { ok: false, reason: 'column-twice', column: headings[twice][0] }

  const rows: ExportRow[] = []
  const refused: RefusedListRow[] = []
  const seen = new Map<string, number>()
  for (const [place, cells] of lines.entries()) {
    const row = place + 2
    const document = documentOf(cells, found)
    const email = normalisedEmail(String(document['email'] ?? ''))
    const first = seen.get(email)
    const problems = problemsOf(cells, found, document)
    if (first !== undefined)
      problems.push({ field: 'email', reason: `Stands in row ${first}, too` })
    seen.set(email, first ?? row)
    refused.push(...problems.map((problem) => ({ row, ...problem })))
    const whole = { ...document, clientUID: `list ${idOf(email)}` }
    rows.push({
      collection: 'clientsjoinedlist',
      key: null,
      place,
      text: JSON.stringify(whole),
      label: `row ${row}`,
    })
  }
  if (refused.length > 0) return { ok: false, reason: 'rows', refused }
  const unread = head.filter((heading, at) => !found[at] && heading.trim()).map(printable)
  return { ok: true, rows, unread }
}

function fieldOf(heading: string): Field | null {
  const tidy = heading
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_]+/g, ' ')
  return fields.find((field) => isOneOf(headings[field], tidy)) ?? null
}

/** A cell as it was before a spreadsheet's formulas were made harmless by an apostrophe. */
const cellText = (cell: string | undefined): string =>
  (cell ?? '').trim().replace(/^'(?=[=+\-@])/, '')

function documentOf(cells: readonly string[], found: readonly (Field | null)[]): Document {
  const document: Record<string, unknown> = {}
  for (const [at, field] of found.entries()) {
    const text = cellText(cells[at])
    if (!field || text === '') continue
    document[field] = field === 'byEmail' ? consents[consentIn(text) ?? 'no'] : text
  }
  return document
}

const consentIn = (text: string): keyof typeof consents | null => {
  const word = text.toLowerCase()
  return Object.hasOwn(consents, word) ? (word as keyof typeof consents) : null
}

/** What a spreadsheet would run as a formula; a phone number may begin with a plus. */
const formula = /^(?:[=@]|[+-](?![\d (]))/

function problemsOf(
  cells: readonly string[],
  found: readonly (Field | null)[],
  document: Document,
): ImportError[] {
  const problems: ImportError[] = []
  if (cells.slice(found.length).some((cell) => cell.trim() !== '')) {
    problems.push({ field: 'row', reason: 'Has more cells than there are headings' })
  }
  for (const [at, field] of found.entries()) {
    if (!field) continue
    const text = cellText(cells[at])
    const heading = headings[field][0]
    if (formula.test(text)) problems.push({ field: heading, reason: 'Begins like a formula' })
    else if (field === 'byEmail' && text !== '' && !consentIn(text)) {
      problems.push({ field: heading, reason: 'Is neither yes nor no, nor empty' })
    }
  }
  const read = readSubscriberDocument(document)
  // A record with other errors is imported without those fields, and they are reported.
  if (read.ok) return problems
  const named = read.errors.map(({ field, reason }) => ({
    field: headings[field as Field][0],
    reason,
  }))
  return [...problems, ...named]
}
