import type { SQL } from 'drizzle-orm'
import type { AnyPgColumn, PgTable, PgView } from 'drizzle-orm/pg-core'

import type { StaffAction } from '../access/access.rules.ts'
import type { Hit } from '../admin/finders.server.ts'
import type { CsvCell } from '../csv/csv.rules.ts'
import type { Queryable } from '../database/connection.server.ts'
import type { ShopDates } from '../text/dates.rules.ts'
import type { OptionNames } from './list-query.rules.ts'

export type Selected = AnyPgColumn | SQL
export type Columns = Record<string, Selected>

type ValueOf<Selection> = Selection extends AnyPgColumn
  ? Selection['_']['notNull'] extends true
    ? Selection['_']['data']
    : Selection['_']['data'] | null
  : Selection extends SQL<infer Value>
    ? Value
    : never

/** A row of a list: what its columns select. */
export type RowOf<Selection extends Columns> = {
  [Name in keyof Selection]: ValueOf<Selection[Name]>
}

/** A condition made from a day and the time zone in which it begins. */
type DayFilter = { day: (day: string, zone: string) => SQL }

/**
 * Conditions by value, or a function that makes the condition from a text or a day: `false` of a text that it does
 * not know, as a list and its file would else be of everybody.
 */
export type Condition =
  | Readonly<Record<string, SQL>>
  | ((text: string, zone: string) => SQL)
  | DayFilter

/** A filter that the toolbar offers; one without `options` is a day, or has those that its page reads. */
export type Offered = { label: string; any?: string; options?: () => OptionNames; by: Condition }

/** One that is not offered is set by links. */
type Filter = Condition | Offered

export const isOffered = (filter: Filter): filter is Offered => 'by' in filter
export const byOf = (filter: Filter): Condition => (isOffered(filter) ? filter.by : filter)

export const isDayFilter = (condition: Condition): condition is DayFilter =>
  typeof condition !== 'function' && typeof condition['day'] === 'function'

/**
 * A sort whose first key may be empty: rows without it come last in both directions. Both conditions are
 * ranges of the index with these keys.
 */
export type SortWithEmpty = { keys: readonly Selected[]; present: SQL; empty: SQL }
export type Sort = readonly Selected[] | SortWithEmpty

export const isWithEmpty = (sort: Sort): sort is SortWithEmpty => 'present' in sort

export type ListDefinition<Shown extends Columns, InFile extends Columns, Extra extends object> = {
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
