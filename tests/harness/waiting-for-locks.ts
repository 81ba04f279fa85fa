import { sql } from 'drizzle-orm'

import type { Queryable } from '#platform/database/connection.server.ts'

/** How many statements in this database, and in no other of its server, wait for a lock. */
export async function waitingForLocks(db: Queryable): Promise<number> {
  const { rows } = await db.execute(sql`
    select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`)
  return rows.length
}
