import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'

import type { Database } from '#data/connection.server.ts'
import { openPool } from '#data/connection.server.ts'

export type Plans = {
  pool: pg.Pool
  /** The plans of the queries that `ask` makes, as PostgreSQL prints them. */
  planOf(ask: (db: Database) => Promise<unknown>): Promise<string>
}

/** Records the queries of a database and runs EXPLAIN on each. */
export function openPlans(databaseUrl: string): Plans {
  const pool = openPool(databaseUrl, 1)
  let asked: { text: string; params: unknown[] }[] = []
  const listened = drizzle(pool, {
    logger: { logQuery: (text, params) => asked.push({ text, params }) },
  })
  return {
    pool,
    planOf: async (ask) => {
      asked = []
      await ask(listened)
      const plans: string[] = []
      for (const { text, params } of asked) {
        const plan = await pool.query<{ 'QUERY PLAN': string }>(`explain ${text}`, params)
        plans.push(...plan.rows.map((row) => row['QUERY PLAN']))
      }
      return plans.join('\n')
    },
  }
}
