import { resolve } from 'node:path'

import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { runMigrations as migrateQueue } from 'graphile-worker'
import type pg from 'pg'

/** Any number that nobody else locks: two processes that boot at once take turns. */
const migrationLock = 4_611_686_018

/** Brings an empty or older database up to date; a no-op on one that is. Safe to run at once. */
export async function migrateDatabase(pool: pg.Pool): Promise<void> {
  const client = await pool.connect()
  const db = drizzle(client)
  try {
    await db.execute(sql`set statement_timeout = 0`)
    await db.execute(sql`select pg_advisory_lock(${migrationLock})`)
    await migrate(db, { migrationsFolder: resolve('src/data/migrations') })
    await migrateQueue({ pgPool: pool, logger: undefined })
  } finally {
    await db.execute(sql`select pg_advisory_unlock(${migrationLock})`).catch(() => {})
    client.release(true)
  }
}
