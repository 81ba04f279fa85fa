import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

import { drizzle } from 'drizzle-orm/node-postgres'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'

import { PreparedClient, UnpreparedClient } from './prepared-client.server.ts'

export type Database = NodePgDatabase
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]
/** Most queries run inside or outside a transaction. */
export type Queryable = Database | Transaction

/** The limit of a statement, in milliseconds. */
const usualLimit = 15_000

/** How long, in milliseconds, the shop waits for PostgreSQL to keep that limit, before it gives a connection up. */
const patienceFor = (limit: number) => limit && limit + 1_000

/**
 * A connection pool. Statements fail after `statementTimeout` milliseconds (0 is no limit), and waits for
 * a free connection after 5 s. A server that keeps no limit is given a second more, then the connection is given up.
 */
export function openPool(databaseUrl: string, max: number, statementTimeout = usualLimit): pg.Pool {
  return newPool({
    Client: PreparedClient,
    connectionString: databaseUrl,
    max,
    statement_timeout: statementTimeout,
    patience: patienceFor(statementTimeout),
    idle_in_transaction_session_timeout: 15_000,
    // With PostgreSQL's default of 4, meant for rotating disks, lists read and sorted all rows.
    options: '-c random_page_cost=1.1',
  })
}

/**
 * A connection pool through a pooler in transaction mode, which rejects the settings that `openPool`
 * sends: they are in the pooler's own configuration (`deploy/pgbouncer.ini`).
 */
export const openPoolByPooler = (poolerUrl: string, max: number): pg.Pool =>
  newPool({
    Client: UnpreparedClient,
    connectionString: poolerUrl,
    max,
    patience: patienceFor(usualLimit),
  })

/** `patience`: milliseconds for which a statement may be without an answer; 0 is no limit. */
function newPool({ patience, ...config }: pg.PoolConfig & { patience: number }): pg.Pool {
  const pool = new pg.Pool({
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    application_name: 'kohue',
    ...config,
  })
  // The pool replaces connections that are lost while idle; without listeners the process would exit.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
    setPatience(client, patience)
    const inside = insideOf(client)
    const { stream } = inside.connection
    // A server that is frozen, or behind a broken network, keeps no limit of its own and closes nothing.
    stream.on('timeout', () => {
      if (!inside.readyForQuery) stream.destroy()
    })
  })
  return pool
}

/** What the driver's types leave out. */
const insideOf = (client: pg.ClientBase) =>
  client as unknown as { readyForQuery: boolean; connection: { stream: Socket } }

/** How long, in milliseconds, a statement of this connection may be without an answer; 0 is no limit. */
export const setPatience = (client: pg.ClientBase, millis: number) =>
  insideOf(client).connection.stream.setTimeout(millis)

/**
 * Closes a pool once no query waits for a connection. `pool.end()` alone would let those that wait fail
 * after 5 s, such as the statement that records the end of a background job, which is not awaited.
 */
export async function closePool(pool: pg.Pool): Promise<void> {
  while (pool.waitingCount > 0) await pause(5)
  await pool.end()
}

/**
 * Whether the pooler sets time limits, which the shop cannot set through it: a statement without a limit
 * could keep its locks for ever.
 */
export async function limitsStatements(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ isLimited: boolean }>(
    `select bool_and(setting <> '0') as "isLimited" from pg_settings
     where name in ('statement_timeout', 'idle_in_transaction_session_timeout')`,
  )
  return rows[0]!.isLimited
}

export const openDatabase = (pool: pg.Pool): Database => drizzle(pool)
