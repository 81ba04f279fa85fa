import type { SQL } from 'drizzle-orm'
import { getTableColumns, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'

/** Part of a statement: inserts rows, which have every column of their table, if the condition holds. */
export function insertIf<Table extends PgTable>(
  table: Table,
  rows: readonly Table['$inferSelect'][],
  condition: SQL,
): SQL {
  const columns = Object.entries(getTableColumns(table))
  const names = columns.map(([, column]) => sql.identifier(column.name))
  const selects = rows.map((row) => {
    const values = columns.map(([key, column]) => {
      const value = sql.param((row as Record<string, unknown>)[key], column)
      return sql`${value}::${sql.raw(column.getSQLType())}`
    })
    return sql`select ${sql.join(values, sql`, `)} where ${condition}`
  })
  return sql`insert into ${table} (${sql.join(names, sql`, `)}) ${sql.join(selects, sql` union all `)}`
}
