import type { SQL } from 'drizzle-orm'
import { and, Column, eq, is, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable, PgView } from 'drizzle-orm/pg-core'

import type { StaffAction } from '../access/access.rules.ts'
import type { Finder, Hit } from '../admin/finders.server.ts'
import type { CsvCell } from '../csv/csv.rules.ts'
import type { Database, Queryable } from '../database/connection.server.ts'
import { inBatches } from '../database/in-batches.ts'
import type { ShopDates } from '../text/dates.rules.ts'
import { shopDates } from '../text/dates.rules.ts'
import { countRows, plannedEachTime, sumRows } from './list-count.store.server.ts'
import type {
  ListChoice,
  ListCount,
  ListPage,
  ListQuery,
  ListShape,
  OptionNames,
} from './list-query.rules.ts'
import { isFiltered, pagesOf, readListQuery } from './list-query.rules.ts'

type Selected = AnyPgColumn | SQL
type Columns = Record<string, Selected>

type ValueOf<Selection> = Selection extends AnyPgColumn
  ? Selection['_']['notNull'] extends true
    ? Selection['_']['data']
    : Selection['_']['data'] | null
  : Selection extends SQL<infer Value>
    ? Value
    : never

/** A row of a list: what its columns select. */
type RowOf<Selection extends Columns> = {
  [Name in keyof Selection]: ValueOf<Selection[Name]>
}

/** A condition made from a day and the time zone in which it begins. */
type DayFilter = { day: (day: string, zone: string) => SQL }

/**
 * Conditions by value, or a function that makes the condition from a text or a day: `false` of a text that it does
 * not know, as a list and its file would else be of everybody.
 */
type Condition = Readonly<Record<string, SQL>> | ((text: string, zone: string) => SQL) | DayFilter

/** A filter that the toolbar offers; one without `options` is a day, or has those that its page reads. */
type Offered = { label: string; any?: string; options?: () => OptionNames; by: Condition }

/** One that is not offered is set by links. */
type Filter = Condition | Offered

const isOffered = (filter: Filter): filter is Offered => 'by' in filter
const byOf = (filter: Filter): Condition => (isOffered(filter) ? filter.by : filter)

const isDayFilter = (condition: Condition): condition is DayFilter =>
  typeof condition !== 'function' && typeof condition['day'] === 'function'

/**
 * A sort whose first key may be empty: rows without it come last in both directions. Both conditions are
 * ranges of the index with these keys.
 */
type SortWithEmpty = { keys: readonly Selected[]; present: SQL; empty: SQL }
type Sort = readonly Selected[] | SortWithEmpty

const isWithEmpty = (sort: Sort): sort is SortWithEmpty => 'present' in sort

type Definition<Shown extends Columns, InFile extends Columns, Extra extends object> = {
  /** The name of its event stream and of its file. */
  name: string
  action: StaffAction
  /** Whether its file has personal data: a long one then needs a recent code of the second factor. */
  namesPeople: boolean
  /** A table or a view with an `id`. */
  table: (PgTable | PgView) & { id: AnyPgColumn }
  /** Excludes rows that are not of the list, such as soft-deleted ones. */
  where?: SQL
  /** The columns of a row on the screen; a trigger, made by a migration, names those that change. */
  columns: Shown
  /** The keys of each sort, exactly those of an index, so that each is an index scan. */
  sorts: Readonly<Record<string, Sort>>
  startSort: string
  filters: Readonly<Record<string, Filter>>
  search: (text: string) => readonly SQL[]
  /** Pages by cursor instead of number, without a count, newest first: `after` is the condition for older rows. */
  cursor?: {
    keyOf: (row: RowOf<Shown>) => number
    after: (key: number) => SQL
  }
  /** Sums over all rows that match filters and search, from an index alone. */
  sums?: Readonly<Record<string, SQL>>
  /** How the search across the admin shows a row; without it, it does not search this list. */
  hit?: { title: string; page: (query: { q: string }) => string; of: (row: RowOf<Shown>) => Hit }
  /** Reads further values for the rows of one page or batch. */
  complete?: (db: Queryable, rows: RowOf<Shown>[]) => Promise<(RowOf<Shown> & Extra)[]>
  file: {
    /** Columns of the file besides those of the screen. */
    columns: InFile
    /** Each column's heading and value; days and moments are those of the shop's time zone. */
    cells: readonly (readonly [
      heading: string,
      (row: NoInfer<RowOf<Shown> & RowOf<InFile> & Extra>, dates: ShopDates) => CsvCell,
    ])[]
  }
}

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
>(definition: Definition<Shown, InFile, Extra>): AdminList<RowOf<Shown> & Extra> {
  type Row = RowOf<Shown> & Extra
  const { cursor, file } = definition
  const { id } = definition.table
  // Views are read in the same way; Drizzle has no type for both.
  const table = definition.table as PgTable
  const columns: Columns = definition.columns
  const complete = definition.complete ?? (async (_db, shown) => shown as Row[])

  const conditions = (query: ListQuery): SQL[] => [
    ...(definition.where ? [definition.where] : []),
    ...Object.entries(query.filters).flatMap(([name, value]) => {
      const filter = definition.filters[name]
      if (!filter || !value) return []
      const condition = conditionOf(byOf(filter), value, query)
      return condition ? [condition] : []
    }),
    ...definition.search(query.search),
  ]
  const matching = (query: ListQuery) => and(plannedEachTime, ...conditions(query))

  const sortOf = ({ sort }: ListQuery): Sort => definition.sorts[sort] ?? []
  const keysOf = (sort: Sort) => (isWithEmpty(sort) ? sort.keys : sort)
  const orderOf = (query: ListQuery): SQL[] =>
    keysOf(sortOf(query)).map((key) =>
      query.descending !== Boolean(cursor) ? sql`${key} desc` : sql`${key}`,
    )

  async function rows(
    db: Queryable,
    query: ListQuery,
    where: SQL | undefined = matching(query),
  ): Promise<Row[]> {
    const shown = cursor ? await afterCursor(db, query, where) : await pageOf(db, query, where)
    return shown.length === 0 ? [] : complete(db, shown)
  }

  async function pageOf(
    db: Queryable,
    query: ListQuery,
    where: SQL | undefined,
  ): Promise<RowOf<Shown>[]> {
    const sort = sortOf(query)
    const span = { limit: query.size, offset: (query.page - 1) * query.size }
    if (!isWithEmpty(sort)) return walk(db, query, where, span)
    const found = await walk(db, query, and(where, sort.present), span)
    if (found.length === span.limit) return found
    // The page ends with rows without the sort's first key, or has only those.
    const present =
      found.length > 0
        ? span.offset + found.length
        : (await countRows(db, table, and(where, sort.present), false)).total
    const empty = await walk(db, query, and(where, sort.empty), {
      limit: span.limit - found.length,
      offset: Math.max(0, span.offset - present),
    })
    return [...found, ...empty]
  }

  async function walk(
    db: Queryable,
    query: ListQuery,
    where: SQL | undefined,
    span: { limit: number; offset: number },
  ): Promise<RowOf<Shown>[]> {
    // The index finds the rows; only these are read from the table.
    const page = db
      .select({ id })
      .from(table)
      .where(where)
      .orderBy(...orderOf(query))
      .limit(span.limit)
      .offset(span.offset)
      .as('page')
    const found = await db
      .select(columns)
      .from(page)
      .innerJoin(table, eq(id, page.id))
      .orderBy(...orderOf(query))
    return found as RowOf<Shown>[]
  }

  /** Reads one row more than a page, to know whether older ones exist. */
  async function afterCursor(
    db: Queryable,
    query: ListQuery,
    where: SQL | undefined,
  ): Promise<RowOf<Shown>[]> {
    const { before, size } = query
    const older = and(where, before === null ? undefined : cursor!.after(before))
    return walk(db, query, older, { limit: size + 1, offset: 0 })
  }

  const count = (db: Queryable, query: ListQuery) =>
    countRows(db, table, matching(query), query.search !== '')

  async function read(db: Queryable, query: ListQuery): Promise<ListPage<Row>> {
    const { sums } = definition
    if (!sums || !isFiltered(query)) return readPage(db, query, matching(query))
    const adding = sumRows(db, table, matching(query), sums, query.search !== '')
    if (query.search === '') {
      const [page, totals] = await Promise.all([readPage(db, query, matching(query)), adding])
      return { ...page, totals }
    }
    const totals = await adding
    return { ...(await readPage(db, query, searched(db, query, totals))), totals }
  }

  /**
   * The condition of a search. Few matches are looked up first (`offset 0` keeps PostgreSQL from merging
   * the queries): it overestimates prefix matches and would scan nearly all rows in the order of the sort.
   */
  const searched = (db: Queryable, query: ListQuery, { isMore }: ListCount): SQL | undefined =>
    isMore
      ? matching(query)
      : sql`${id} in (${db.select({ id }).from(table).where(matching(query))} offset 0)`

  async function readPage(
    db: Queryable,
    query: ListQuery,
    where: SQL | undefined,
  ): Promise<ListPage<Row>> {
    const { page, size } = query
    if (cursor) {
      const found = await rows(db, query, where)
      const shown = found.slice(0, size)
      const last = shown.at(-1)
      const older = found.length > size && last ? cursor.keyOf(last) : null
      return { rows: shown, number: 1, total: shown.length, isMore: older !== null, older }
    }
    if (page === 1) {
      const shown = await rows(db, query, where)
      // The count of a first page that is not full is known.
      const counted =
        shown.length < size ? { total: shown.length, isMore: false } : await count(db, query)
      return { ...counted, rows: shown, number: 1, older: null }
    }
    const counted = await count(db, query)
    const number = Math.min(page, pagesOf(counted.total, size))
    return {
      ...counted,
      rows: await rows(db, { ...query, page: number }, where),
      number,
      older: null,
    }
  }

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

function conditionOf(by: Condition, value: string, { zone }: ListQuery): SQL | undefined {
  if (typeof by === 'function') return by(value, zone ?? 'UTC')
  if (isDayFilter(by)) return by.day(value, zone ?? 'UTC')
  return by[value]
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

/** A column of names in the collation of its indexes. */
export const byAlphabet = (column: AnyPgColumn): SQL => sql`${column} collate "und-x-icu"`

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
