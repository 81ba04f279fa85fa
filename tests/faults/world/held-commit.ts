import { setTimeout as pause } from 'node:timers/promises'

import pg from 'pg'

/** A write of the shop, identified by its table and, if need be, by its values. */
export type Write = { table: string; on: 'insert' | 'update'; when?: string }

const key = 77_001

/**
 * Blocks the next transaction that makes this write at its commit, by a deferred trigger that waits for an
 * advisory lock. The shop runs unchanged.
 */
export async function holdCommit(databaseUrl: string, write: Write) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(`create or replace function hold_commit() returns trigger language plpgsql as
    $$ begin perform pg_advisory_xact_lock(${key}); return null; end $$`)
  await client.query(`select pg_advisory_lock(${key})`)
  await client.query(`create constraint trigger hold_commit after ${write.on} on ${write.table}
    deferrable initially deferred for each row ${write.when ? `when (${write.when})` : ''}
    execute function hold_commit()`)

  const waiting = async (): Promise<number | null> => {
    const { rows } = await client.query<{ pid: number }>(
      // pg_locks lists all databases of the server, and other test files run at the same time.
      `select pid from pg_locks where locktype = 'advisory' and objid = ${key} and not granted
         and database = (select oid from pg_database where datname = current_database())`,
    )
    return rows[0]?.pid ?? null
  }
  return {
    /** Resolves once a transaction waits at its commit. */
    async reached(): Promise<void> {
      for (let tries = 0; (await waiting()) === null; tries++) {
        if (tries > 800) throw new Error(`Nothing was written to ${write.table}`)
        await pause(25)
      }
    },
    /** Rolls the waiting transaction back by ending its connection, or lets it commit. */
    async end(how: 'undo' | 'commit'): Promise<void> {
      const pid = await waiting()
      if (how === 'undo' && pid !== null)
        await client.query(`select pg_terminate_backend($1)`, [pid])
      await client.query(`select pg_advisory_unlock(${key})`)
      await client.query(`set lock_timeout = '10s'`)
      await client.query(`drop trigger hold_commit on ${write.table}`)
      await client.end()
    },
  }
}
