import type { ReadTable, TableRow } from '#platform/csv/csv-reader.rules.ts'
import { readTable, readUtf8 } from '#platform/csv/csv-reader.rules.ts'
import { csvFileLimits } from '#platform/csv/csv.rules.ts'
import { normalisedEmail } from '#platform/text/email-address.rules.ts'
import { isMergeTag } from '#platform/text/person-name.rules.ts'

import type { Document, ImportError } from './document.rules.ts'
import { momentOf, printable } from './document.rules.ts'
import type { ExportRow } from './export-rows.rules.ts'
import { readSubscriberDocument } from './subscriber-document.rules.ts'

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

/** The column that a field of a document comes from; other text is returned as it is. */
export const listHeadingOf = (field: string): string =>
  Object.hasOwn(headings, field) ? headings[field as Field][0] : field

const fields = Object.keys(headings) as Field[]
type Cells = Record<Field, string>

/** Consent as it is written in a list; an empty cell is none. */
const consents = { yes: true, true: true, '1': true, no: false, false: false, '0': false } as const

export type ReadListFile =
  | { ok: true; rows: ExportRow[]; unread: string[] }
  | Extract<ReadTable<Field>, { ok: false }>
  | { ok: false; reason: 'too-large' | 'not-utf8' }
  | { ok: false; reason: 'rows'; refused: RefusedListRow[] }

/** `row` is numbered as in a spreadsheet. Never contains the value. */
type RefusedListRow = ImportError & { row: number }

/**
 * Reads a whole CSV file of the mailing list before anything is written: its documents, and the names
 * of unknown columns. A consent column is required; an empty cell means no consent. `idOf` makes an id
 * by which a second import recognises a person, and which does not reveal the address.
 */
export function readListFile(bytes: Uint8Array, idOf: (email: string) => string): ReadListFile {
  if (bytes.length > csvFileLimits.bytes) return { ok: false, reason: 'too-large' }
  const text = readUtf8(bytes)
  if (text === null) return { ok: false, reason: 'not-utf8' }
  const read = readTable(text, headings, ['email', 'byEmail'])
  if (!read.ok) return read
  const rows: ExportRow[] = []
  const refused: RefusedListRow[] = []
  const seen = new Map<string, number>()
  for (const [place, line] of read.rows.entries()) {
    const row = line.line
    const document = documentOf(line.cells)
    const email = normalisedEmail(line.cells.email)
    const first = seen.get(email)
    const problems = problemsOf(line, document)
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
  return { ok: true, rows, unread: read.unread.map(printable) }
}

function documentOf(cells: Cells): Document {
  const document: Record<string, unknown> = {}
  for (const field of fields) {
    const text = cells[field]
    if (text === '') continue
    document[field] = field === 'byEmail' ? consents[consentIn(text) ?? 'no'] : text
  }
  return document
}

const consentIn = (text: string): keyof typeof consents | null => {
  const word = text.toLowerCase()
  return Object.hasOwn(consents, word) ? (word as keyof typeof consents) : null
}

const isName = (field: Field): boolean => ['fullname', 'firstname', 'lastname'].includes(field)

/** What a spreadsheet would run as a formula; a phone number may begin with a plus. */
const formula = /^(?:[=@]|[+-](?![\d (]))/

function problemsOf({ cells, isLonger }: TableRow<Field>, document: Document): ImportError[] {
  const problems: ImportError[] = []
  if (isLonger) problems.push({ field: 'row', reason: 'Has more cells than there are headings' })
  for (const field of fields) {
    const text = cells[field]
    const heading = headings[field][0]
    if (formula.test(text)) problems.push({ field: heading, reason: 'Begins like a formula' })
    else if (isName(field) && isMergeTag(text)) {
      problems.push({ field: heading, reason: 'Is a placeholder of a mailing program, not a name' })
    } else if (field === 'byEmail' && text !== '' && !consentIn(text)) {
      problems.push({ field: heading, reason: 'Is neither yes nor no, nor empty' })
    } else if (field === 'createdAt' && text !== '' && !momentOf(text)) {
      problems.push({ field: heading, reason: 'Is no date' })
    }
  }
  const read = readSubscriberDocument(document)
  // A record with other errors is imported without those fields, and they are reported.
  if (read.ok) return problems
  const named = read.errors.map(({ field, reason }) => ({
    field: listHeadingOf(field),
    reason,
  }))
  return [...problems, ...named]
}
