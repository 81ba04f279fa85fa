import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

import { readMigrationFiles } from 'drizzle-orm/migrator'
import { runMigrations as migrateQueue } from 'graphile-worker'
import type pg from 'pg'

import { applyMigrations } from './apply-migrations.server.ts'

/** Key of the advisory lock with which concurrently booting processes migrate one after another. */
const migrationLock = 4_611_686_018

const folder = () => resolve('src/app/migrations')

/** Hashes of the migrations of this release, in order. */
export const knownMigrations = (): string[] =>
  readMigrationFiles({ migrationsFolder: folder() }).map(({ hash }) => hash)

/** Hashes of the applied migrations, in order; a newer release may have applied more than this one knows. */
export async function migrationsIn(db: pg.Pool | pg.ClientBase): Promise<string[]> {
  const { rows } = await db.query<{ hash: string }>(
    'select hash from drizzle.__drizzle_migrations order by id',
  )
  return rows.map(({ hash }) => hash)
}

/** The version of Graphile Worker's own tables. */
export async function queueSchemaVersion(db: pg.Pool | pg.ClientBase): Promise<number> {
  const { rows } = await db.query<{ level: number }>(
    'select max(id)::int as level from graphile_worker.migrations',
  )
  return rows[0]!.level
}

/**
 * Migrates an empty or older database. Safe to run concurrently. Changes nothing when the database is up
 * to date, so that a role without ownership can run it. `upTo`: apply only that many migrations, for the
 * state of an older release.
 */
export async function migrateDatabase(pool: pg.Pool, upTo?: number): Promise<void> {
  const client = await pool.connect()
  const older = upTo === undefined ? null : folderUpTo(upTo)
  try {
    await client.query('set statement_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    if (older || !(await isUpToDate(client))) {
      await applyMigrations(client, readMigrationFiles({ migrationsFolder: older ?? folder() }))
    }
    await migrateQueue({ pgPool: pool, logger: undefined })
  } finally {
    await client.query('select pg_advisory_unlock($1)', [migrationLock]).catch(() => {})
    client.release(true)
    if (older) rmSync(older, { recursive: true, force: true })
  }
}

/** Checked first, since applying creates a table, which a role without ownership may not do. */
async function isUpToDate(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ found: string | null }>(
    `select to_regclass('drizzle.__drizzle_migrations') as found`,
  )
  if (rows[0]!.found === null) return false
  return (await migrationsIn(client)).length >= knownMigrations().length
}

/** A copy of the folder with only the first `count` migrations. */
function folderUpTo(count: number): string {
  const copy = mkdtempSync(join(tmpdir(), 'kohue-migrations-'))
  cpSync(folder(), copy, { recursive: true })
  const file = join(copy, 'meta', '_journal.json')
  const journal = JSON.parse(readFileSync(file, 'utf8')) as { entries: unknown[] }
  writeFileSync(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, count) }))
  return copy
}
