import type { SQL } from 'drizzle-orm'
import { sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'

import type { Queryable } from '../database/connection.server.ts'
import { planEachTime } from '../database/prepared-client.server.ts'
import type { ListCount, ListTotals } from './list-query.rules.ts'
import { searchLimit } from './list-query.rules.ts'

/** A condition that keeps list queries from being prepared: the best index depends on search and page. */
export const plannedEachTime = sql.raw(`${planEachTime} true`)

/**
 * The number of matching rows: exact for filters, from an index alone; for searches up to `searchLimit`.
 */
export async function countRows(
  db: Queryable,
  table: PgTable,
  where: SQL | undefined,
  isSearch: boolean,
): Promise<ListCount> {
  const found = db
    .select({ one: sql`1` })
    .from(table)
    .where(where)
  const limited = isSearch ? found.limit(searchLimit + 1) : found
  const result = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from (${limited}) as found`,
  )
  const { count } = result.rows[0]!
  return count > searchLimit && isSearch
    ? { total: searchLimit, isMore: true }
    : { total: count, isMore: false }
}

/** The count and the sums of matching rows. A search with more than `searchLimit` matches has no sums. */
export async function sumRows(
  db: Queryable,
  table: PgTable,
  where: SQL | undefined,
  sums: Readonly<Record<string, SQL>>,
  isSearch: boolean,
): Promise<ListTotals> {
  const names = Object.keys(sums)
  const values = Object.fromEntries(names.map((name) => [name, sql`${sums[name]}`.as(name)]))
  const found = db
    .select({ one: sql`1`.as('one'), ...values })
    .from(table)
    .where(where)
  const limited = isSearch ? found.limit(searchLimit + 1) : found
  const added = names.map((name) => sql`coalesce(sum(${sql.identifier(name)}), 0)::float8`)
  const { rows } = await db.execute<{ count: number; sums: number[] }>(
    sql`select count(*)::int as count, array[${sql.join(added, sql`, `)}]::float8[] as sums
      from (${limited}) as found`,
  )
  const { count, sums: results } = rows[0]!
  if (isSearch && count > searchLimit) return { total: searchLimit, isMore: true, sums: null }
  const named = names.map((name, index) => [name, results[index] ?? 0] as const)
  return { total: count, isMore: false, sums: Object.fromEntries(named) }
}
