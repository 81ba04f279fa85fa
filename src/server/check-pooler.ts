import type pg from 'pg'

/**
 * A pooler sets what the shop can't set through it. Throws if it does not: a statement without a limit
 * could keep its locks for ever.
 */
export async function checkPooler(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ isLimited: boolean }>(
    `select bool_and(setting <> '0') as "isLimited" from pg_settings
     where name in ('statement_timeout', 'idle_in_transaction_session_timeout')`,
  )
  if (rows[0]!.isLimited) return
  throw new Error(
    'DATABASE_POOLER_URL leads to a pooler that sets no statement_timeout: see connect_query in deploy/pgbouncer.ini.',
  )
}
