import { drizzle } from 'drizzle-orm/node-postgres'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'

import { PreparedClient } from './prepared-client.server.ts'

export type Database = NodePgDatabase
/** Inside a transaction; every question takes either. */
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]
export type Queryable = Database | Transaction

/**
 * A pool on PostgreSQL. A statement may take 15 s (0 is as long as it likes), a wait for a free connection 5 s: past that the
 * request fails with an error instead of holding the shop up.
 */
export function openPool(databaseUrl: string, max: number, patience = 15_000): pg.Pool {
  const pool = new pg.Pool({
    Client: PreparedClient,
    connectionString: databaseUrl,
    max,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: patience,
    idle_in_transaction_session_timeout: 15_000,
    application_name: 'kohue',
    // PostgreSQL's own 4 is a disk that turns: it made lists read all rows and sort them.
    options: '-c random_page_cost=1.1',
  })
  // A connection lost while idle is replaced by the pool; without a listener it would end us.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

export const openDatabase = (pool: pg.Pool): Database => drizzle(pool)
