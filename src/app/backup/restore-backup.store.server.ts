import { once } from 'node:events'

import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

import { openPool } from '#platform/database/connection.server.ts'

import {
  knownMigrations,
  migrateDatabase,
  queueSchemaVersion,
  withBaseline,
} from '../migrate/migrate.server.ts'
import type { BackedUpTable } from './tables.store.server.ts'
import { columnList, filledByTriggers, quoted } from './tables.store.server.ts'
import type { BackupEnd, BackupHeader } from './write-backup.store.server.ts'
import { endOfTable } from './write-backup.store.server.ts'

export type Restored =
  | { ok: true; madeAt: string; rows: Record<string, number> }
  | { ok: false; reason: WhyNotRestored }

export type WhyNotRestored = 'no-backup' | 'not-empty' | 'other-release' | 'other-queue' | 'cut-off'

class NotRestored extends Error {
  readonly reason: WhyNotRestored

  constructor(reason: WhyNotRestored) {
    super(reason)
    this.reason = reason
  }
}

/**
 * Fills an empty database from a backup, all rows or none: creates the tables of the backup's release,
 * copies the rows, then applies the migrations of this release.
 */
export async function restoreBackup(
  databaseUrl: string,
  bytes: AsyncIterable<Buffer>,
): Promise<Restored> {
  const lines = linesOf(bytes)
  const pool = openPool(databaseUrl, 2)
  try {
    const header = headerIn((await lines.next()).value as Buffer | undefined)
    const [known, applied] = [knownMigrations(), withBaseline(header.migrations)]
    if (applied.some((hash, at) => known[at] !== hash)) {
      throw new NotRestored('other-release')
    }
    await insistEmpty(pool)
    try {
      await migrateDatabase(pool, applied.length)
      const rows = await fillTables(databaseUrl, header, lines)
      await migrateDatabase(pool)
      return { ok: true, madeAt: header.madeAt, rows }
    } catch (error) {
      await emptyAgain(pool)
      throw error
    }
  } catch (error) {
    if (error instanceof NotRestored) return { ok: false, reason: error.reason }
    throw error
  } finally {
    await pool.end()
  }
}

function headerIn(line: Buffer | undefined): BackupHeader {
  try {
    const header = JSON.parse(String(line)) as BackupHeader
    if (header.kohue === 'backup' && header.form === 1) return header
  } catch {
    // not a backup
  }
  throw new NotRestored('no-backup')
}

/** Everything counts that a failed attempt would remove, but for what extensions brought. */
async function insistEmpty(pool: pg.Pool): Promise<void> {
  const { rowCount } = await pool.query(
    `select 1 from (
       select 'pg_class'::regclass as kind, oid, relnamespace as schema from pg_class
       union all select 'pg_proc'::regclass, oid, pronamespace from pg_proc
       union all select 'pg_type'::regclass, oid, typnamespace from pg_type
     ) as it
     join pg_namespace n on n.oid = it.schema
     where n.nspname in ('public', 'drizzle', 'graphile_worker') and not exists (
       select from pg_depend d
       where d.classid = it.kind and d.objid = it.oid and d.objsubid = 0 and d.deptype in ('e', 'i')
     ) limit 1`,
  )
  if (rowCount) throw new NotRestored('not-empty')
}

/** Removes everything after a failed attempt, so that it can be repeated. */
async function emptyAgain(pool: pg.Pool): Promise<void> {
  await pool.query(`drop schema if exists public, drizzle, graphile_worker cascade`)
  await pool.query('create schema public')
}

async function fillTables(
  databaseUrl: string,
  header: BackupHeader,
  lines: AsyncGenerator<Buffer>,
): Promise<Record<string, number>> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'kohue restore' })
  await client.connect()
  try {
    if ((await queueSchemaVersion(client)) !== header.queue) throw new NotRestored('other-queue')
    await client.query('begin')
    // Triggers that write what the backup has in full leave it alone.
    await client.query(`select set_config('kohue.restoring', 'on', true)`)
    const rows: Record<string, number> = {}
    for (const table of header.tables) rows[table.name] = await fillTable(client, table, lines)
    const end = endIn((await lines.next()).value as Buffer | undefined)
    if (header.tables.some(({ name }) => end.rows[name] !== rows[name])) {
      throw new NotRestored('cut-off')
    }
    for (const [name, value] of Object.entries(end.sequences)) {
      if (value !== null) await client.query('select setval($1::regclass, $2)', [name, value])
    }
    // The processes that held these locks no longer exist.
    await client.query(
      `update graphile_worker._private_jobs set locked_at = null, locked_by = null`,
    )
    await client.query(
      `update graphile_worker._private_job_queues set locked_at = null, locked_by = null`,
    )
    await client.query('commit')
    return rows
  } finally {
    await client.end()
  }
}

async function fillTable(
  client: pg.Client,
  { name, columns }: BackedUpTable,
  lines: AsyncGenerator<Buffer>,
): Promise<number> {
  // Triggers of earlier tables have filled it: the rows of the backup replace those.
  if (filledByTriggers.includes(name)) await client.query(`delete from ${quoted(name)}`)
  const copy = client.query(copyFrom(`copy ${quoted(name)} (${columnList(columns)}) from stdin`))
  const finished = once(copy, 'finish')
  finished.catch(() => {}) // reported where it is awaited
  for (;;) {
    const { value, done } = await lines.next()
    if (done) {
      copy.destroy()
      throw new NotRestored('cut-off')
    }
    if (value.equals(endBytes)) break
    if (!copy.write(value)) await Promise.race([once(copy, 'drain'), finished])
  }
  copy.end()
  await finished
  return copy.rowCount
}

const newline = 0x0a

/** The lines of a stream as bytes, each with its line feed, which is how PostgreSQL ends rows. */
async function* linesOf(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let begun: Buffer[] = []
  for await (const chunk of bytes) {
    let from = 0
    for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, from)) {
      const line = chunk.subarray(from, at + 1)
      yield begun.length > 0 ? Buffer.concat([...begun, line]) : line
      begun = []
      from = at + 1
    }
    if (from < chunk.length) begun.push(chunk.subarray(from))
  }
  if (begun.length > 0) yield Buffer.concat(begun)
}

const endBytes = Buffer.from(endOfTable)

function endIn(line: Buffer | undefined): BackupEnd {
  try {
    return JSON.parse(String(line)) as BackupEnd
  } catch {
    throw new NotRestored('cut-off')
  }
}
