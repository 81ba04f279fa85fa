import { setTimeout as pause } from 'node:timers/promises'

import type { MigrationMeta } from 'drizzle-orm/migrator'
import type pg from 'pg'

/**
 * How long a migration waits for a lock, in ms. Whatever comes after it in the queue for that lock waits
 * as long. Below `deadlock_timeout` (one second), so that in a deadlock with a running shop the migration
 * gives up before PostgreSQL cancels the shop's transaction.
 */
export const lockTimeoutMs = 500

/** Between two attempts, in ms; and how long it is tried, in minutes: a backup keeps its locks to its end. */
const [pauseMs, longestMinutes] = [250, 15]

/** PostgreSQL's `lock_not_available` and `deadlock_detected`. */
const lockErrors: readonly unknown[] = ['55P03', '40P01']

/**
 * Applies those migrations that follow the last applied one, each in a transaction of its own: in one
 * transaction, as Drizzle's migrator does it, every table stays locked until the last one has ended. The
 * table of applied migrations is Drizzle's.
 */
export async function applyMigrations(
  client: pg.ClientBase,
  migrations: readonly MigrationMeta[],
): Promise<void> {
  await client.query(`
    create schema if not exists drizzle;
    create table if not exists drizzle.__drizzle_migrations (
      id serial primary key, hash text not null, created_at bigint)`)
  const { rows } = await client.query<{ last: string | null }>(
    'select max(created_at) as last from drizzle.__drizzle_migrations',
  )
  const last = Number(rows[0]!.last ?? -1)
  const pending = migrations.filter(({ folderMillis }) => folderMillis > last)
  const until = performance.now() + longestMinutes * 60_000
  for (const migration of pending) {
    // oxlint-disable no-await-in-loop -- one after the other
    while (!(await isApplied(client, migration, performance.now() >= until))) {
      await pause(pauseMs * (0.5 + Math.random()))
    }
    // oxlint-enable no-await-in-loop
  }
}

/** False when a lock was not to be had in time, and nothing was changed. */
async function isApplied(
  client: pg.ClientBase,
  { sql, hash, folderMillis }: MigrationMeta,
  isLastAttempt: boolean,
): Promise<boolean> {
  try {
    await client.query(`begin; set local lock_timeout = ${lockTimeoutMs}`)
    for (const statement of sql) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await client.query(statement)
    }
    await client.query(
      'insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)',
      [hash, folderMillis],
    )
    await client.query('commit')
    return true
  } catch (error) {
    await client.query('rollback')
    if (isLastAttempt || !lockErrors.includes((error as { code?: unknown }).code)) throw error
    return false
  }
}
