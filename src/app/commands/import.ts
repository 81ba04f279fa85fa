import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { basename } from 'node:path'

import { isDataKey } from '#accounts/users/data-key.store.server.ts'
import { csvFileLimits } from '#platform/csv/csv.rules.ts'
import type { Database } from '#platform/database/connection.server.ts'
import { keyedHashes } from '#platform/secrets/keyed-hashes.server.ts'
import { megabytes } from '#platform/text/number-words.copy.ts'
import type { ExportRow } from '#privacy/import/export-rows.rules.ts'
import { exportRows, UnreadableExport, utf8Text } from '#privacy/import/export-rows.rules.ts'
import type {
  ImportCounts,
  ImportedRow,
  ImportReport,
} from '#privacy/import/import-records.actions.server.ts'
import { importRecords } from '#privacy/import/import-records.actions.server.ts'
import type { ReadListFile } from '#privacy/import/list-file.rules.ts'
import { listHeadingOf, readListFile } from '#privacy/import/list-file.rules.ts'

import { end, pathOf, withShopDatabase } from './command-line.ts'

/**
 * `npm run import -- FILE`: takes over subscribers and users of an earlier document database, or the
 * mailing list from a file named `.csv`, which is taken whole or not at all. Either is read to its end
 * before the first row is written. The report goes to standard output, progress to standard error.
 */
const [file, ...rest] = process.argv.slice(2)
if (!file || rest.length > 0) end('Say which file: npm run import -- FILE.')
const path = pathOf(file)
const isList = path.toLowerCase().endsWith('.csv')
let told = 0
const secret = process.env['DATA_SECRET'] ?? ''
if (secret.length < 32) end('DATA_SECRET is missing: who left the list would not be recognised.')
const hashes = keyedHashes(secret)
const timeZone = process.env['SHOP_TIME_ZONE'] || 'America/Los_Angeles'

const report = await withShopDatabase(takeOver)
summary(isList ? 'mailing list' : 'clientsjoinedlist', report.clientsjoinedlist)
if (!isList) summary('users', report.users)
for (const [field, documents] of report.unknownFields) {
  await write(
    `Not taken over, in ${documents.toLocaleString('en-US')} documents: the field ${field}`,
  )
}

async function takeOver(db: Database): Promise<ImportReport> {
  if (!(await isDataKey(db, hashes.ofKey()))) end('DATA_SECRET is not the one of this database.')
  const run = (rows: AsyncIterable<ExportRow>, on: Database) =>
    importRecords({ db: on, hashes, settings: { timeZone }, clock: () => new Date() }, rows, {
      by: `command line (${userInfo().username})`,
      fileName: basename(path),
      listener: { row: print, progress },
    })
  try {
    if (isList) {
      const rows = await listRows()
      return await db.transaction((tx) => run(rows, tx as unknown as Database))
    }
    if ((await stat(path)).isFIFO()) end('A pipe can’t be read twice: give a file.')
    await readToEnd(exportRows(text()))
    return await run(exportRows(text()), db)
  } catch (error) {
    const sentence = whyNot(error)
    if (sentence) end(sentence)
    throw error
  }
}

function text(): AsyncGenerator<string> {
  return utf8Text(createReadStream(path, { highWaterMark: 256 * 1024 }))
}

/** Throws where the file has a fault, however late, before anything of it is written. */
async function readToEnd(rows: AsyncGenerator<ExportRow>): Promise<void> {
  while (!(await rows.next()).done) continue
}

/** The rows of a CSV file of the list; ends with what is wrong with it. */
async function listRows(): Promise<AsyncIterable<ExportRow>> {
  const bytes = await firstBytes(csvFileLimits.bytes + 1)
  const read = readListFile(bytes, (email) => hashes.ofEmail(email))
  if (read.ok) {
    for (const column of read.unread) await write(`Not taken over: the column ${column}`)
    return (async function* () {
      yield* read.rows
    })()
  }
  if (read.reason === 'rows') {
    for (const { row, field, reason } of read.refused)
      await write(`row ${row}: ${field}: ${reason}`)
  }
  return end(`${listProblem(read)} Nothing was imported; mend the file and run it again.`)
}

/** As much of the file as may be read: a longer one is refused by its length. */
async function firstBytes(most: number): Promise<Buffer> {
  const { size } = await stat(path)
  return size < most ? readFile(path) : Buffer.alloc(most)
}

function listProblem(read: Exclude<ReadListFile, { ok: true }>): string {
  const rows = csvFileLimits.rows.toLocaleString('en-US')
  switch (read.reason) {
    case 'too-large':
      return `The file is larger than ${megabytes(csvFileLimits.bytes)}.`
    case 'too-many':
      return `The file has more than ${rows} rows.`
    case 'not-utf8':
      return 'The file is not UTF-8 text: save it as “CSV UTF-8”.'
    case 'not-csv':
      return 'A quotation mark is opened and never closed.'
    case 'too-wide':
      return 'A row has more than 500 cells.'
    case 'empty':
      return 'The file has no rows below its headings.'
    case 'missing-columns': {
      const columns = read.columns.map((column) => `“${column}”`).join(' or ')
      const consent = read.columns.includes('consent')
        ? `: ${read.columns.length > 1 ? 'consent' : 'it'} says yes or no of each address; whose cell is empty is not written to.`
        : '.'
      return `There is no column ${columns} in the first row${consent}`
    }
    case 'column-twice':
      return `The column “${read.column}” stands twice in the first row.`
    case 'rows': {
      const count = new Set(read.refused.map(({ row }) => row)).size
      return count === 1
        ? 'One row is refused.'
        : `${count.toLocaleString('en-US')} rows are refused.`
    }
  }
}

/** `clientsjoinedlist/a1b2: phone left out: At least 9 number for phones`; of a list `row 3: phone left out: …` */
async function print({ collection, row, outcome, field, reason }: ImportedRow): Promise<void> {
  const name = isList ? listHeadingOf(field) : field
  const what = outcome === 'taken-without' ? `${name} left out` : `not taken${name && `, ${name}`}`
  await write(`${isList ? row : `${collection}/${row}`}: ${what}: ${reason}`)
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
    return `${error.message} Nothing was imported; mend the file and run it again.`
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
