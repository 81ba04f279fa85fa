import type { SQL } from 'drizzle-orm'
import { inArray, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'

import type { Queryable } from './connection.server.ts'

/**
 * Deletes rows by their primary key, as a job that cleans up does. Rows that another transaction has locked
 * are left to the next run: the job neither waits for it nor deadlocks with it. Returns how many were deleted.
 */
export async function deleteUnlocked(
  db: Queryable,
  table: PgTable,
  key: PgColumn,
  condition: SQL,
): Promise<number> {
  const unlocked = sql`(select ${key} from ${table} where ${condition} for update skip locked)`
  const deleted = await db.delete(table).where(inArray(key, unlocked))
  return deleted.rowCount ?? 0
}
