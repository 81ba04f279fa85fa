import { drizzle } from 'drizzle-orm/node-postgres'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'

import { PreparedClient } from './prepared-client.server.ts'

export type Database = NodePgDatabase
/** Inside a transaction; every query takes either. */
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]
export type Queryable = Database | Transaction

/**
 * A connection pool. A statement may take 15 s (0: without a limit), a wait for a free connection 5 s;
 * after that the request fails with an error.
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
    // PostgreSQL's default of 4 is for a rotating disk: with it lists read all rows and sorted them.
    options: '-c random_page_cost=1.1',
  })
  // The pool replaces a connection that was lost while idle; without a listener the process would exit.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

export const openDatabase = (pool: pg.Pool): Database => drizzle(pool)
