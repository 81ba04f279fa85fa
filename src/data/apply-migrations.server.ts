import { setTimeout as pause } from 'node:timers/promises'

import type { MigrationMeta } from 'drizzle-orm/migrator'
import type pg from 'pg'

/**
 * How long a migration waits for the tables of each of the two lock modes, in ms; whatever comes after it in
 * the queue for such a lock waits as long. Both together stay below `deadlock_timeout` (one second), and
 * afterwards the migration waits for nobody: so PostgreSQL never cancels a transaction of a running shop
 * to end a deadlock with it.
 */
const patienceMs = 400

/** Between two attempts, in ms; and how long it is tried, in minutes: a backup keeps its locks to its end. */
const [pauseMs, longestMinutes] = [250, 15]

/** PostgreSQL's `lock_not_available`, `deadlock_detected` and, for the locks themselves, `query_canceled`. */
const lockErrors: readonly unknown[] = ['55P03', '40P01']
const timedOut = '57014'

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
  let errors = [...lockErrors, timedOut]
  try {
    await client.query(
      `begin; set local lock_timeout = ${patienceMs}; set local statement_timeout = ${patienceMs}`,
    )
    for (const { mode, tables } of locksOf(sql)) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await lockTables(client, mode, tables)
    }
    await client.query('set local statement_timeout = 0')
    errors = [...lockErrors]
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
    if (isLastAttempt || !errors.includes((error as { code?: unknown }).code)) throw error
    return false
  }
}

async function lockTables(
  client: pg.ClientBase,
  mode: string,
  names: readonly string[],
): Promise<void> {
  // Those that the migration itself makes are not there yet.
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(relname) as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r' and relname = any($1)`,
    [names],
  )
  if (rows.length === 0) return
  await client.query(`lock table ${rows.map(({ name }) => name).join(', ')} in ${mode} mode`)
}

const functionBody = /^(\s|--.*\n)*CREATE (OR REPLACE )?FUNCTION/i
const changesTable =
  /\b(ALTER TABLE|ON|REFERENCES|UPDATE)\s+(?:ONLY\s+)?(?:"public"\.)?"?([a-z_]+)"?/g

/** The tables that a migration locks, as its statements name them, by the mode that is enough for all of them. */
export function locksOf(statements: readonly string[]): { mode: string; tables: string[] }[] {
  const outer = statements.filter((statement) => !functionBody.test(statement))
  // DROP INDEX does not name the table, which the index after it does.
  const isDropping = outer.some((statement) => /\bDROP (INDEX|TRIGGER)\b/.test(statement))
  const [whole, writes] = [new Set<string>(), new Set<string>()]
  for (const [, how, table] of outer.flatMap((statement) => [
    ...statement.matchAll(changesTable),
  ])) {
    if (how === 'ALTER TABLE' || (how === 'ON' && isDropping)) whole.add(table!)
    else writes.add(table!)
  }
  return [
    { mode: 'access exclusive', tables: [...whole] },
    { mode: 'share row exclusive', tables: [...writes].filter((table) => !whole.has(table)) },
  ]
}
