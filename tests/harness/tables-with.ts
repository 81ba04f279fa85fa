import { sql } from 'drizzle-orm'

import type { Database } from '#platform/database/connection.server.ts'

/** Names of the tables, including those of the job queue, with a row that contains the text. */
export async function tablesWith(db: Database, text: string): Promise<string[]> {
  const { rows } = await db.execute<{ place: string; name: string }>(
    sql`select table_schema as place, table_name as name from information_schema.tables
        where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`,
  )
  const found: string[] = []
  for (const { place, name } of rows) {
    const hits = await db.execute(
      sql`select 1 from ${sql.identifier(place)}.${sql.identifier(name)} as t where t::text ilike ${`%${text}%`} limit 1`,
    )
    if (hits.rowCount) found.push(name)
  }
  return found.toSorted()
}
