import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'

import type { Database } from '#platform/database/connection.server.ts'
import { openPool } from '#platform/database/connection.server.ts'

export type Plans = {
  pool: pg.Pool
  /** The plans of the queries of `read`, as PostgreSQL prints them. */
  planOf(read: (db: Database) => Promise<unknown>): Promise<string>
}

/** Records the queries of a database and runs EXPLAIN on each. */
export function openPlans(databaseUrl: string): Plans {
  const pool = openPool(databaseUrl, 1)
  let queries: { text: string; params: unknown[] }[] = []
  const recorded = drizzle(pool, {
    logger: { logQuery: (text, params) => queries.push({ text, params }) },
  })
  return {
    pool,
    planOf: async (read) => {
      queries = []
      await read(recorded)
      const plans: string[] = []
      for (const { text, params } of queries) {
        const plan = await pool.query<{ 'QUERY PLAN': string }>(`explain ${text}`, params)
        plans.push(...plan.rows.map((row) => row['QUERY PLAN']))
      }
      return plans.join('\n')
    },
  }
}
