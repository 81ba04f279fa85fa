import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { runMigrations as migrateQueue } from 'graphile-worker'
import type pg from 'pg'

/** Any number that nobody else locks: two processes that boot at once take turns. */
const migrationLock = 4_611_686_018

const folder = () => resolve('src/data/migrations')

/** How many migrations this release knows. */
export const migrationsHere = (): number => journal().length

const journal = (): unknown[] => {
  const text = readFileSync(join(folder(), 'meta', '_journal.json'), 'utf8')
  return (JSON.parse(text) as { entries: unknown[] }).entries
}

/** How many the database has been through: more than we know when a newer release is at work too. */
export async function migrationsDone(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ done: number }>(
    'select count(*)::int as done from drizzle.__drizzle_migrations',
  )
  return rows[0]!.done
}

/** Brings an empty or older database up to date; a no-op on one that is. Safe to run at once. */
export async function migrateDatabase(pool: pg.Pool): Promise<void> {
  const client = await pool.connect()
  const db = drizzle(client)
  try {
    await db.execute(sql`set statement_timeout = 0`)
    await db.execute(sql`select pg_advisory_lock(${migrationLock})`)
    await migrate(db, { migrationsFolder: folder() })
    await migrateQueue({ pgPool: pool, logger: undefined })
  } finally {
    await db.execute(sql`select pg_advisory_unlock(${migrationLock})`).catch(() => {})
    client.release(true)
  }
}
