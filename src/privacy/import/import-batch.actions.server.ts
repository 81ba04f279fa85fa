import type { SuppressionReason } from '#mail/suppression.rules.ts'
import { suppressedAmong } from '#mail/suppressions.store.server.ts'
import type { Transaction } from '#platform/database/connection.server.ts'
import type { Services } from '#platform/services/services.ts'
import { shopDates } from '#platform/text/dates.rules.ts'

import type { Document, ImportError } from './document.rules.ts'
import { documentIn, printable, textOf } from './document.rules.ts'
import type { ExportRow, ImportedCollection } from './export-rows.rules.ts'
import {
  customersTaken,
  insertImportedSubscribers,
  insertImportedUsers,
  insertImportedRecord,
  takenBefore,
  takeTurnToImport,
} from './imported-records.store.server.ts'
import type { ImportedSubscriber } from './subscriber-document.rules.ts'
import { knownSubscriberFields, readSubscriberDocument } from './subscriber-document.rules.ts'
import type { ImportedUser } from './user-document.rules.ts'
import { knownUserFields, readUserDocument } from './user-document.rules.ts'

/** People become 21 in the shop's time zone. */
export type Importing = Pick<Services, 'db' | 'hashes'> & {
  settings: Pick<Services['settings'], 'timeZone'>
}

type RowOutcome = {
  /** The document's id, or its place where it has none; safe to print. */
  row: string
  outcome: 'taken' | 'before' | 'not-taken'
  /** Why it was not imported, or which fields were left out. */
  errors: ImportError[]
  /** Its fields that are unknown here. */
  unknown: string[]
}

type Candidate = RowOutcome & { id: string; subscriber?: ImportedSubscriber; user?: ImportedUser }

/** Imports the valid documents of one batch of a collection, in one transaction. */
export async function takeBatch(
  { db, hashes, settings }: Importing,
  collection: ImportedCollection,
  batch: readonly ExportRow[],
  now: Date,
): Promise<RowOutcome[]> {
  const today = shopDates(settings.timeZone).isoDay(now)
  const candidates = batch.map((row) => readRow(row, today))
  await db.transaction(async (tx) => {
    await takeTurnToImport(tx)
    const ids = candidates.flatMap(({ id }) => (id ? [id] : []))
    const known = await takenBefore(tx, collection, ids)
    for (const candidate of candidates) {
      if (candidate.id && known.has(candidate.id)) setBefore(candidate)
      // The same id twice in one batch: the first counts.
      if (candidate.outcome === 'taken') known.add(candidate.id)
    }
    await leaveOutSuppressed(tx, hashes, collection, candidates)
    const fresh = candidates.filter(({ outcome }) => outcome === 'taken')
    if (collection === 'users') await giveUpTakenCustomers(tx, fresh)
    const written =
      collection === 'users'
        ? await insertImportedUsers(tx, onlyFirsts(fresh.map(({ user }) => user!)), now)
        : await insertImportedSubscribers(
            tx,
            onlyFirsts(fresh.map(({ subscriber }) => subscriber!)),
            now,
          )
    const taken = settle(fresh, written)
    await insertImportedRecord(tx, collection, taken)
  })
  return candidates
}

/** Suppressions that an import respects: for the list also those who left, for accounts only erasures. */
const keptOut = {
  clientsjoinedlist: ['left', 'erased', 'complaint'],
  users: ['erased'],
} as const satisfies Record<ImportedCollection, readonly SuppressionReason[]>

/** Leaves out people who left the list or had their data erased. */
async function leaveOutSuppressed(
  tx: Transaction,
  hashes: Services['hashes'],
  collection: ImportedCollection,
  candidates: Candidate[],
): Promise<void> {
  const taken = candidates.filter(({ outcome }) => outcome === 'taken')
  const hashOf = ({ user, subscriber }: Candidate) =>
    hashes.ofEmail((user ?? subscriber)!.fields.email)
  const suppressed = await suppressedAmong(tx, taken.map(hashOf), keptOut[collection])
  for (const candidate of taken.filter((one) => suppressed.has(hashOf(one)))) {
    candidate.outcome = 'not-taken'
    candidate.errors = [{ field: 'email', reason: 'This person left, or had their data erased' }]
  }
}

function setBefore(candidate: Candidate): void {
  candidate.outcome = 'before'
  candidate.errors = []
}

/** Reads and validates one row by itself. */
function readRow({ collection, key, place, text, label }: ExportRow, today: string): Candidate {
  const where = label ?? printable(key ?? `number ${place + 1}`)
  const document = text === null ? null : documentIn(text)
  if (!document) {
    const reason = text === null ? 'The document is too large' : 'This is no document'
    return notTaken(where, [{ field: '', reason }])
  }
  const id = textOf(document['clientUID']) || textOf(key) || ''
  // oxlint-disable-next-line no-control-regex
  if (!id || id.length > 200 || /[\u0000-\u001f]/.test(id)) {
    return notTaken(where, [{ field: 'clientUID', reason: 'The document has no id' }])
  }
  const row = label ?? printable(id)
  if (collection === 'users') {
    const read = readUserDocument(document, today)
    const unknown = unknownFields(document, knownUserFields)
    if (!read.ok) return { ...notTaken(row, read.errors), id, unknown }
    return { id, row, outcome: 'taken', errors: read.errors, unknown, user: read.record }
  }
  const read = readSubscriberDocument(document)
  const unknown = unknownFields(document, knownSubscriberFields)
  if (!read.ok) return { ...notTaken(row, read.errors), id, unknown }
  return { id, row, outcome: 'taken', errors: read.errors, unknown, subscriber: read.record }
}

const notTaken = (row: string, errors: ImportError[]): Candidate => ({
  id: '',
  row,
  outcome: 'not-taken',
  errors,
  unknown: [],
})

const unknownFields = (document: Document, known: readonly string[]): string[] =>
  Object.keys(document)
    .filter((field) => !known.includes(field) && field !== '__collections__')
    .map(printable)

/** A payment customer belongs to one account: later rows are imported without it. */
async function giveUpTakenCustomers(tx: Transaction, candidates: Candidate[]): Promise<void> {
  const claimed = candidates.flatMap(({ user }) => user?.stripeCustomerId ?? [])
  const taken = await customersTaken(tx, claimed)
  for (const { user, errors } of candidates) {
    const customer = user?.stripeCustomerId
    if (!user || !customer) continue
    if (taken.has(customer)) {
      user.stripeCustomerId = null
      errors.push({ field: 'stripeCustomerId', reason: 'Another account has this customer' })
    }
    taken.add(customer)
  }
}

/** The first record of each email. */
function onlyFirsts<Record extends { fields: { email: string } }>(records: Record[]): Record[] {
  const byEmail = new Map<string, Record>()
  for (const record of records) {
    if (!byEmail.has(record.fields.email)) byEmail.set(record.fields.email, record)
  }
  return [...byEmail.values()]
}

/** Marks candidates whose email existed already, and returns the ids of the written ones. */
function settle(candidates: Candidate[], written: Map<string, string>) {
  const taken: { documentId: string; recordId: string }[] = []
  for (const candidate of candidates) {
    const email = (candidate.user ?? candidate.subscriber)!.fields.email
    const recordId = written.get(email)
    if (recordId) {
      taken.push({ documentId: candidate.id, recordId })
      written.delete(email)
    } else {
      candidate.outcome = 'not-taken'
      candidate.errors = [{ field: 'email', reason: 'Somebody here has this email already' }]
    }
  }
  return taken
}
