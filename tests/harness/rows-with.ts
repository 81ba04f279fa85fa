import { sql } from 'drizzle-orm'
import { expect } from 'vitest'

import type { Database, Queryable, Transaction } from '#platform/database/connection.server.ts'

/** Each row of any table of the shop that has one of these words in it. */
export async function rowsWith(db: Queryable, words: readonly string[]): Promise<string[]> {
  const { rows: tables } = await db.execute<{ name: string }>(sql`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`)
  const all = sql.join(
    tables.map(
      ({ name }) => sql`select ${name} || ' ' || t::text as row from ${sql.identifier(name)} as t`,
    ),
    sql` union all `,
  )
  const { rows } = await db.execute<{ row: string }>(sql`
    select row from (${all}) as rows where row ~ ${words.join('|')} order by row`)
  return rows.map(({ row }) => row)
}

const ended = new Error('Nothing of it is kept')

/** Does something in a transaction, and takes it back. */
export async function takenBack(db: Database, act: (tx: Transaction) => Promise<void>) {
  const tried = db.transaction(async (tx) => {
    await act(tx)
    throw ended
  })
  await expect(tried).rejects.toBe(ended)
}
