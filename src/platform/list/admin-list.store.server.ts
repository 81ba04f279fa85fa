import type { SQL } from 'drizzle-orm'
import { Column, is, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'

import type { StaffAction } from '../access/access.rules.ts'
import type { Finder } from '../admin/finders.server.ts'
import type { CsvCell } from '../csv/csv.rules.ts'
import type { Database, Queryable } from '../database/connection.server.ts'
import { inBatches } from '../database/in-batches.ts'
import { shopDates } from '../text/dates.rules.ts'
import type {
  Columns,
  ListDefinition,
  Offered,
  RowOf,
  Selected,
  SortWithEmpty,
} from './list-definition.ts'
import { byOf, isDayFilter, isOffered, isWithEmpty } from './list-definition.ts'
import type { ListChoice, ListCount, ListPage, ListQuery, ListShape } from './list-query.rules.ts'
import { readListQuery } from './list-query.rules.ts'
import { listReader } from './list-reader.store.server.ts'

/** An admin list as actions read it, the same for all. */
export type AdminList<Row = unknown> = {
  name: string
  action: StaffAction
  namesPeople: boolean
  table: PgTable
  columns: Columns
  shape: ListShape
  /** The filters that its toolbar offers, in their order. */
  choices(): readonly ListChoice[]
  read(db: Queryable, query: ListQuery): Promise<ListPage<Row>>
  rows(db: Queryable, query: ListQuery): Promise<Row[]>
  count(db: Queryable, query: ListQuery): Promise<ListCount>
  headings: readonly string[]
  /** Its part of the search across the admin. */
  finder?: Finder
  /** Passes all matching rows to `take` as cells, a batch at a time. */
  export(db: Database, query: ListQuery, take: (rows: CsvCell[][]) => Promise<void>): Promise<void>
}

/** A row of the list of this type. */
export type ListRow<List> = List extends AdminList<infer Row> ? Row : never

/**
 * Makes an admin list from its definition: columns, sort keys, filters, search and CSV file. Screen, file
 * and event stream use it; its module contributes it.
 */
export function adminList<
  Shown extends Columns,
  InFile extends Columns = Record<never, never>,
  Extra extends object = Record<never, never>,
>(definition: ListDefinition<Shown, InFile, Extra>): AdminList<RowOf<Shown> & Extra> {
  type Row = RowOf<Shown> & Extra
  const { file } = definition
  const columns: Columns = definition.columns
  const { table, matching, sortOf, orderOf, complete, rows, pageOf, searched, count, read } =
    listReader(definition)

  const shape: ListShape = {
    sorts: Object.keys(definition.sorts),
    startSort: definition.startSort,
    filters: Object.fromEntries(
      Object.entries(definition.filters).map(([name, filter]) => {
        const by = byOf(filter)
        return [name, typeof by === 'function' ? 'text' : isDayFilter(by) ? 'day' : Object.keys(by)]
      }),
    ),
  }

  const finderOf = ({ title, page, of }: NonNullable<typeof definition.hit>): Finder => ({
    title,
    action: definition.action,
    all: (q) => page({ q }),
    async find(db, typed, most) {
      const query = readListQuery(shape, new URLSearchParams({ q: typed, size: '25' }))
      // Without a word to look for, everything would match.
      if (definition.search(query.search).length === 0) return []
      const found = await count(db, query)
      if (found.total === 0) return []
      return (await pageOf(db, query, searched(db, query, found))).slice(0, most).map(of)
    },
  })

  return {
    name: definition.name,
    action: definition.action,
    namesPeople: definition.namesPeople,
    table,
    columns,
    shape,
    choices: () =>
      Object.entries(definition.filters).flatMap(([name, filter]) => {
        if (!isOffered(filter)) return []
        const { by: _, options, ...rest } = filter
        return [{ name, ...rest, ...(options && { options: options() }) }]
      }),
    read,
    rows: (db, query) => rows(db, query),
    count,
    headings: file.cells.map(([heading]) => heading),
    ...(definition.hit && { finder: finderOf(definition.hit) }),
    export(db, query, take) {
      const selected: Columns = { ...columns, ...file.columns }
      const aliased = Object.fromEntries(
        Object.entries(selected).map(([name, column]) => [name, sql`${column}`.as(name)]),
      )
      const sort = sortOf(query)
      const dates = shopDates(query.zone ?? 'UTC')
      const statement = db
        .select(aliased)
        .from(table)
        .where(matching(query))
        .orderBy(...(isWithEmpty(sort) ? [sql`(${sort.empty})`] : []), ...orderOf(query))
      return inBatches(db, statement.getSQL(), async (batch) => {
        const decoded = batch.map((row) => decode(selected, row) as RowOf<Shown> & RowOf<InFile>)
        const whole = (await complete(db, decoded)) as (Row & RowOf<InFile>)[]
        await take(whole.map((row) => file.cells.map(([, cell]) => cell(row, dates))))
      })
    },
  }
}

/** Decodes the rows of a cursor, which come from the driver, as Drizzle does. */
function decode(columns: Columns, row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(columns).map(([name, column]) => {
      const value = row[name] ?? null
      return [name, value !== null && is(column, Column) ? column.mapFromDriverValue(value) : value]
    }),
  )
}

/** A sort by names: rows without the first one come last. */
export const byName = (first: SQL, ...rest: readonly Selected[]): SortWithEmpty => ({
  keys: [first, ...rest],
  present: sql`${first} > ''`,
  empty: sql`${first} = ''`,
})

/** A filter of some values, each with its name and condition, or `any`. */
export const choice = (
  label: string,
  any: string,
  values: readonly (readonly [value: string, name: string, condition: SQL])[],
): Offered => ({
  label,
  any,
  options: () => values.map(([value, name]) => [value, name]),
  by: Object.fromEntries(values.map(([value, , condition]) => [value, condition])),
})

/** The same of values with names, of which the condition is made. */
export const choiceOf = <Value extends string>(
  label: string,
  any: string,
  names: Readonly<Record<Value, string>>,
  condition: (value: Value) => SQL,
): Offered =>
  choice(
    label,
    any,
    (Object.keys(names) as Value[]).map((value) => [value, names[value], condition(value)]),
  )

/** A filter for times from the beginning of a day in the shop's time zone. */
export const since = (column: Selected, label = 'From'): Offered => ({
  label,
  by: { day: (day, zone) => sql`${column} >= ${day}::date::timestamp at time zone ${zone}` },
})

/** A filter for times until the end of a day in the shop's time zone. */
export const until = (column: Selected, label = 'Until'): Offered => ({
  label,
  by: { day: (day, zone) => sql`${column} < (${day}::date + 1)::timestamp at time zone ${zone}` },
})
