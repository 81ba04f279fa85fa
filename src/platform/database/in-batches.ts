import type { SQL } from 'drizzle-orm'
import { sql } from 'drizzle-orm'

import type { Database } from './connection.server.ts'

const batch = 1_000

/**
 * Reads all rows of a query in one snapshot by a cursor, a thousand at a time, so that memory stays
 * bounded. `take` has at most a minute per batch.
 */
export async function inBatches<Row extends Record<string, unknown>>(
  db: Database,
  query: SQL,
  take: (rows: Row[]) => Promise<void>,
): Promise<void> {
  await db.transaction(
    async (tx) => {
      await tx.execute(sql`set local idle_in_transaction_session_timeout = '60s'`)
      await tx.execute(sql`declare batches no scroll cursor for ${query}`)
      for (;;) {
        const fetched = await tx.execute(sql`fetch ${sql.raw(String(batch))} from batches`)
        const rows = fetched.rows as Row[]
        if (rows.length > 0) await take(rows)
        if (rows.length < batch) return
      }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}
