import { setTimeout as pause } from 'node:timers/promises'

import type { MigrationMeta } from 'drizzle-orm/migrator'
import type pg from 'pg'

/**
 * Timeout of a migration's wait for the locks of each of its two modes, in ms; statements behind it in a
 * lock's queue wait as long. Both together stay below `deadlock_timeout` (one second), and afterwards the
 * migration waits for no lock: PostgreSQL never cancels a transaction of a running shop to resolve a
 * deadlock with it.
 */
const lockTimeoutMs = 400

/** Mean pause between two attempts, in ms. */
const pauseMs = 250
/** How long attempts are made, in minutes: a backup keeps its locks until it ends. */
const longestMinutes = 15

/** `lock_not_available` and `deadlock_detected`. */
const lockErrors: readonly unknown[] = ['55P03', '40P01']
/** `query_canceled`: while the locks are taken, a timeout. */
const timedOut = '57014'

/**
 * Applies the migrations after the last applied one, each in its own transaction. Drizzle's migrator uses
 * one transaction for all, in which every table stays locked to the end; its table of applied migrations
 * is used here, too.
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
    while (!(await isApplied(client, migration, performance.now() >= until))) {
      await pause(pauseMs * (0.5 + Math.random()))
    }
  }
}

/** False when a lock timed out; nothing was changed then. */
async function isApplied(
  client: pg.ClientBase,
  { sql, hash, folderMillis }: MigrationMeta,
  isLastAttempt: boolean,
): Promise<boolean> {
  let errors = [...lockErrors, timedOut]
  try {
    await client.query(
      `begin; set local lock_timeout = ${lockTimeoutMs}; set local statement_timeout = ${lockTimeoutMs}`,
    )
    for (const { mode, tables } of locksOf(sql)) {
      await lockTables(client, mode, tables)
    }
    await client.query('set local statement_timeout = 0')
    errors = [...lockErrors]
    for (const statement of sql) {
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
  // Tables that the migration creates do not exist yet.
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
  /\b(ALTER TABLE|ON|REFERENCES|UPDATE|watch_list\('\w+',)\s+(?:ONLY\s+)?(?:"public"\.)?["']?([a-z_]+)/g

/** The tables that the statements of a migration lock, by the lock mode that suffices. */
export function locksOf(statements: readonly string[]): { mode: string; tables: string[] }[] {
  const outer = statements.filter((statement) => !functionBody.test(statement))
  // DROP INDEX does not name its table; the CREATE INDEX that follows it does.
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
