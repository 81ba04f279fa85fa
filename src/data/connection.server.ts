import { setTimeout as pause } from 'node:timers/promises'

import { drizzle } from 'drizzle-orm/node-postgres'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'

import { PreparedClient, UnpreparedClient } from './prepared-client.server.ts'

export type Database = NodePgDatabase
/** Inside a transaction; every query takes either. */
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]
export type Queryable = Database | Transaction

/**
 * A connection pool. A statement may take 15 s (0: without a limit), a wait for a free connection 5 s;
 * after that the request fails with an error.
 */
export function openPool(databaseUrl: string, max: number, patience = 15_000): pg.Pool {
  return watched({
    Client: PreparedClient,
    connectionString: databaseUrl,
    max,
    statement_timeout: patience,
    idle_in_transaction_session_timeout: 15_000,
    // PostgreSQL's default of 4 is for a rotating disk: with it lists read all rows and sorted them.
    options: '-c random_page_cost=1.1',
  })
}

/**
 * A connection pool through a pooler in transaction mode. Such a pooler refuses the settings that
 * `openPool` asks for: its own configuration makes them (`deploy/pgbouncer.ini`).
 */
export const openPoolByPooler = (poolerUrl: string, max: number): pg.Pool =>
  watched({ Client: UnpreparedClient, connectionString: poolerUrl, max })

function watched(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    application_name: 'kohue',
    ...config,
  })
  // The pool replaces a connection that was lost while idle; without a listener the process would exit.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/**
 * Closes a pool once every query that was asked for has its connection. `pool.end()` by itself never
 * serves those that wait for one: they fail after five seconds, such as the end of a background job,
 * which is written unawaited.
 */
export async function closePool(pool: pg.Pool): Promise<void> {
  while (pool.waitingCount > 0) await pause(5)
  await pool.end()
}

export const openDatabase = (pool: pg.Pool): Database => drizzle(pool)
