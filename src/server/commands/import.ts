import { createReadStream } from 'node:fs'
import { userInfo } from 'node:os'
import { basename } from 'node:path'

import type { Database } from '#data/connection.server.ts'
import { isDataKey } from '#data/people/data-key.ts'
import { exportRows, UnreadableExport } from '#domain/import/export-rows.ts'
import { keyedHashes } from '#services/keyed-hashes/keyed-hashes.server.ts'
import type { ImportCounts, ImportedRow, ImportReport } from '#use-cases/import/import-records.ts'
import { importRecords } from '#use-cases/import/import-records.ts'

import { end, pathOf, withShopDatabase } from './command-line.ts'

/**
 * `npm run import -- FILE`: takes over subscribers and users of an earlier document database. The
 * report goes to standard output, progress to standard error.
 */
const [file, ...rest] = process.argv.slice(2)
if (!file || rest.length > 0) end('Say which file: npm run import -- FILE.')
const path = pathOf(file)
let told = 0
const secret = process.env['DATA_SECRET'] ?? ''
if (secret.length < 32) end('DATA_SECRET is missing: who left the list would not be recognised.')
const hashes = keyedHashes(secret)

const report = await withShopDatabase(takeOver)
summary('clientsjoinedlist', report.clientsjoinedlist)
summary('users', report.users)
for (const [field, documents] of report.unknownFields) {
  await write(
    `Not taken over, in ${documents.toLocaleString('en-US')} documents: the field ${field}`,
  )
}

async function takeOver(db: Database): Promise<ImportReport> {
  if (!(await isDataKey(db, hashes.ofKey()))) end('DATA_SECRET is not the one of this database.')
  const text = createReadStream(path, { encoding: 'utf8', highWaterMark: 256 * 1024 })
  try {
    return await importRecords({ db, hashes, clock: () => new Date() }, exportRows(text), {
      by: `command line (${userInfo().username})`,
      fileName: basename(path),
      listener: { row: print, progress },
    })
  } catch (error) {
    const sentence = whyNot(error)
    if (sentence) end(sentence)
    throw error
  }
}

/** `clientsjoinedlist/a1b2: phone left out: At least 9 number for phones` */
async function print({ collection, row, outcome, field, reason }: ImportedRow): Promise<void> {
  const what =
    outcome === 'taken-without' ? `${field} left out` : `not taken${field && `, ${field}`}`
  await write(`${collection}/${row}: ${what}: ${reason}`)
}

function summary(collection: string, counts: ImportCounts): void {
  const figure = (count: number) => count.toLocaleString('en-US')
  process.stdout.write(
    `${collection}: ${figure(counts.read)} read, ${figure(counts.taken)} taken` +
      ` (${figure(counts.takenWithout)} of them without some field),` +
      ` ${figure(counts.before)} taken before, ${figure(counts.notTaken)} not taken\n`,
  )
}

function progress(read: number): void {
  if (read < told + 5_000) return
  told = read
  process.stderr.write(`${read.toLocaleString('en-US')} documents read\n`)
}

/** Waits while nobody reads: a report may be longer than memory. */
function write(line: string): Promise<void> | void {
  if (process.stdout.write(`${line}\n`)) return
  return new Promise((done) => process.stdout.once('drain', () => done()))
}

function whyNot(error: unknown): string | null {
  if (error instanceof UnreadableExport) {
    return `${error.message} What stood before that is taken; mend the file and run it again.`
  }
  switch ((error as NodeJS.ErrnoException).code) {
    case 'ENOENT':
      return `There is no file ${path}.`
    case 'EISDIR':
      return `${path} is a folder.`
    case 'EACCES':
      return `${path} may not be read.`
    default:
      return null
  }
}
