import { writeAuditEntry } from '#platform/audit/audit-log.store.server.ts'
import { auditSubject } from '#platform/audit/audit.rules.ts'
import type { Database } from '#platform/database/connection.server.ts'
import type { Services } from '#platform/services/services.ts'

import type { ExportRow, ImportedCollection } from './export-rows.rules.ts'
import { UnreadableExport } from './export-rows.rules.ts'
import type { Importing } from './import-batch.actions.server.ts'
import { takeBatch } from './import-batch.actions.server.ts'

/** Outcome of one document, for the report. */
export type ImportedRow = {
  collection: ImportedCollection
  /** Its id, or its place in the list where it has none. */
  row: string
  outcome: 'taken-without' | 'not-taken'
  field: string
  reason: string
}

export type ImportCounts = {
  read: number
  taken: number
  /** Of those taken: some fields were left out. */
  takenWithout: number
  /** Taken by an earlier import, or twice in this file. */
  before: number
  notTaken: number
}

export type ImportReport = Record<ImportedCollection, ImportCounts> & {
  /** Fields unknown here, with the number of documents that have them. */
  unknownFields: Map<string, number>
}

/** Callbacks during an import. */
type ImportListener = {
  row(row: ImportedRow): void | Promise<void>
  progress(read: number): void
}

const batchSize = 200

/** Limit for unknown fields in the report, as a file may have any number. */
const mostUnknownFields = 200

/**
 * Imports the documents of an earlier database, each once by its id there, also when its record was
 * changed or deleted since. Existing records are not overwritten, no email is sent, and no
 * credentials are created. What was imported before an unreadable part of the file stays; another
 * run continues.
 */
export async function importRecords(
  { db, clock, hashes, settings }: Importing & Pick<Services, 'clock'>,
  rows: AsyncIterable<ExportRow>,
  { by, fileName, listener }: { by: string; fileName: string; listener: ImportListener },
): Promise<ImportReport> {
  const report: ImportReport = {
    clientsjoinedlist: noCounts(),
    users: noCounts(),
    unknownFields: new Map(),
  }
  try {
    for await (const batch of inBatches(rows)) {
      await take({ db, hashes, settings }, batch, { report, listener, now: clock() })
      listener.progress(report.clientsjoinedlist.read + report.users.read)
    }
  } catch (error) {
    // In one transaction with what failed it can't be written, and nothing was imported.
    await noteImport(db, report, { by, fileName }).catch(() => {})
    throw error
  }
  await noteImport(db, report, { by, fileName })
  return report
}

/** Rows of one collection at a time; those before an unreadable part of the file come first. */
async function* inBatches(rows: AsyncIterable<ExportRow>): AsyncGenerator<ExportRow[]> {
  let batch: ExportRow[] = []
  let unreadable: unknown
  try {
    for await (const row of rows) {
      const isFull = batch.length === batchSize
      if (isFull || (batch[0] && batch[0].collection !== row.collection)) {
        yield batch
        batch = []
      }
      batch.push(row)
    }
  } catch (error) {
    if (!(error instanceof UnreadableExport)) throw error
    unreadable = error
  }
  if (batch.length > 0) yield batch
  if (unreadable) throw unreadable
}

const noCounts = (): ImportCounts => ({
  read: 0,
  taken: 0,
  takenWithout: 0,
  before: 0,
  notTaken: 0,
})

type Sums = { report: ImportReport; listener: ImportListener; now: Date }

async function take(services: Importing, batch: ExportRow[], { report, listener, now }: Sums) {
  const { collection } = batch[0]!
  const counts = report[collection]
  const outcomes = await takeBatch(services, collection, batch, now)
  for (const { row, outcome, errors, unknown } of outcomes) {
    counts.read++
    if (outcome === 'before') counts.before++
    else if (outcome === 'not-taken') counts.notTaken++
    else counts.taken++
    if (outcome === 'taken' && errors.length > 0) counts.takenWithout++
    for (const error of errors) {
      const told = outcome === 'taken' ? 'taken-without' : 'not-taken'
      await listener.row({ collection, row, outcome: told, ...error })
    }
    for (const field of unknown) {
      const seen = report.unknownFields.get(field)
      if (seen !== undefined || report.unknownFields.size < mostUnknownFields) {
        report.unknownFields.set(field, (seen ?? 0) + 1)
      }
    }
  }
}

/** One audit log entry for all that a run imported. */
async function noteImport(
  db: Database,
  report: ImportReport,
  { by, fileName }: { by: string; fileName: string },
) {
  const { clientsjoinedlist: subscribers, users } = report
  if (subscribers.taken + users.taken === 0) return
  await writeAuditEntry(
    db,
    { id: null, email: by },
    'records-imported',
    auditSubject('import', fileName),
    { after: { subscribers: subscribers.taken, users: users.taken } },
  )
}
