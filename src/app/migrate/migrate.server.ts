import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import { readMigrationFiles } from 'drizzle-orm/migrator'
import { runMigrations as migrateQueue } from 'graphile-worker'
import type pg from 'pg'

import { setPatience } from '#platform/database/connection.server.ts'
import type { Log } from '#platform/services/services.ts'

import { CannotOpen } from '../cannot-open.ts'
import { applyMigrations } from './apply-migrations.server.ts'

/** Key of the advisory lock with which concurrently booting processes migrate one after another. */
const migrationLock = 4_611_686_018

const folder = () => resolve('src/app/migrations')

/**
 * The 68 migrations that the first migration of this release replaces, known by the last of them. A
 * database with all of them has its schema, and counts as having it; the time of its journal entry is
 * that of the last, too.
 */
const replaced = {
  count: 68,
  last: '092ada0d4d799bfe471dff4849e7de4e4c77b36433a81ce67714ee3178259a6a',
  lastRelease: 'commit 3af5e8bc (25 November 2026)',
}

/**
 * The first migration as it was for a day: it could be applied by a superuser alone. What it made is the
 * same since a later migration.
 */
const firstBaseline = '9e59c7aafda378bd92354b11083b94f1f3dcfcd9c51d7faa0aa70396c040c4e4'

/** A database of a version that this one has no migrations for. */
class DatabaseTooOld extends CannotOpen {
  constructor() {
    super(
      `This database is of a version before ${replaced.lastRelease}: ` +
        'migrate it with that version first, then start this one.',
    )
  }
}

/** Hashes of the migrations of this release, in order. */
export const knownMigrations = (): string[] =>
  readMigrationFiles({ migrationsFolder: folder() }).map(({ hash }) => hash)

/** Hashes of the applied migrations, in order; a newer release may have applied more than this one knows. */
export async function migrationsIn(db: pg.Pool | pg.ClientBase): Promise<string[]> {
  const { rows } = await db.query<{ hash: string }>(
    'select hash from drizzle.__drizzle_migrations order by id',
  )
  return withBaseline(rows.map(({ hash }) => hash))
}

/** The hashes of applied migrations, with the first of this release in place of those that it replaces. */
export function withBaseline(applied: readonly string[]): string[] {
  const first = knownMigrations()[0]!
  if (applied[0] === firstBaseline) return [first, ...applied.slice(1)]
  return applied[replaced.count - 1] === replaced.last
    ? [first, ...applied.slice(replaced.count)]
    : [...applied]
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
 * state of an older release. Throws `DatabaseTooOld` when there are no migrations from its state.
 */
export async function migrateDatabase(pool: pg.Pool, upTo?: number): Promise<void> {
  const client = await pool.connect()
  const older = upTo === undefined ? null : folderUpTo(upTo)
  try {
    await client.query('set statement_timeout = 0')
    setPatience(client, 0)
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

/**
 * Resolves when the database has the migrations of this release. A role that owns the tables makes them
 * so itself; one that may not waits until somebody runs `npm run migrate`, and says so in the log and to
 * `whenMissing`.
 */
export async function awaitMigrations(
  pool: pg.Pool,
  log: Log,
  whenMissing: () => void,
): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      return await migrateDatabase(pool)
    } catch (error) {
      if ((error as { code?: unknown }).code !== notPermitted) throw error
      whenMissing()
      if (tries % 60 === 0) log.warn({}, migrationsMissing)
      await pause(1_000)
    }
  }
}

/** PostgreSQL's `insufficient_privilege`. */
const notPermitted = '42501'

const migrationsMissing =
  'The database lacks the tables of this release, and this user may not make them: ' +
  'run the command migrate with --grant USER and DATABASE_URL of the owner; the shop opens then'

/** Checked first, since applying creates a table, which a role without ownership may not do. */
async function isUpToDate(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ found: string | null }>(
    `select to_regclass('drizzle.__drizzle_migrations') as found`,
  )
  if (rows[0]!.found === null) return false
  const [applied, known] = [await migrationsIn(client), knownMigrations()]
  if (applied.length > 0 && applied[0] !== known[0]) throw new DatabaseTooOld()
  return applied.length >= known.length
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
