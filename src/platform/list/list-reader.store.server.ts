import type { SQL } from 'drizzle-orm'
import { and, eq, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'

import type { Queryable } from '../database/connection.server.ts'
import { countRows, plannedEachTime, sumRows } from './list-count.store.server.ts'
import type { Columns, Condition, ListDefinition, RowOf, Sort } from './list-definition.ts'
import { byOf, isDayFilter, isWithEmpty } from './list-definition.ts'
import type { ListCount, ListPage, ListQuery } from './list-query.rules.ts'
import { isFiltered, pagesOf } from './list-query.rules.ts'

/** How the rows of a list are found, counted and summed; a page at a time, along the index of its sort. */
export function listReader<Shown extends Columns, InFile extends Columns, Extra extends object>(
  definition: ListDefinition<Shown, InFile, Extra>,
) {
  type Row = RowOf<Shown> & Extra
  const { cursor } = definition
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

  return { table, matching, sortOf, orderOf, complete, rows, pageOf, searched, count, read }
}

function conditionOf(by: Condition, value: string, { zone }: ListQuery): SQL | undefined {
  if (typeof by === 'function') return by(value, zone ?? 'UTC')
  if (isDayFilter(by)) return by.day(value, zone ?? 'UTC')
  return by[value]
}
