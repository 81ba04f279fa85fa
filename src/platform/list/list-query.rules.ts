import { wholeNumberIn } from '../form/form-text.rules.ts'
import { isCalendarDay } from '../text/dates.rules.ts'

/** What a list can be sorted and filtered by, as its definition says. */
export type ListShape = {
  readonly sorts: readonly string[]
  readonly startSort: string
  /** Name of the filter in the URL, and the values it takes; a day is written `2026-11-20`. */
  readonly filters: Readonly<Record<string, readonly string[] | 'text' | 'day'>>
}

/** Values of a filter with their names. */
export type OptionNames = readonly (readonly [value: string, name: string])[]

/** A filter of the toolbar: a day, or one of some values or `any`. */
export type ListChoice = { name: string; label: string; any?: string; options?: OptionNames }

/** One view of a list, as its URL has it. */
export type ListQuery = {
  search: string
  sort: string
  descending: boolean
  /** From 1. */
  page: number
  size: PageSize
  filters: Readonly<Record<string, string>>
  /** For lists paged by cursor: the key of the previous page's last row. */
  before: number | null
  /** The time zone in which the days of filters begin: IANA name. */
  zone?: string
}

export const pageSizes = [25, 50, 100, 200] as const
type PageSize = (typeof pageSizes)[number]
const usualSize = 50

/** Longest search; the rest is cut off. */
export const maxSearch = 80
const maxPage = 1_000_000
const maxFilterText = 2_000

/** Reads a view from a URL. Values that the list does not know are ignored. */
export function readListQuery(shape: ListShape, params: URLSearchParams, zone?: string): ListQuery {
  const wanted = params.get('sort') ?? ''
  const sort = wanted.replace(/^-/, '')
  const isKnown = shape.sorts.includes(sort)
  const page = wholeNumberIn(params.get('page')) ?? 1
  const size = wholeNumberIn(params.get('size'))
  const filters = Object.entries(shape.filters).flatMap(([name, values]) => {
    const value = params.get(name)?.slice(0, maxFilterText)
    return value && fits(values, value) ? [[name, value]] : []
  })
  return {
    search: searchIn(params),
    sort: isKnown ? sort : shape.startSort,
    descending: isKnown && wanted.startsWith('-'),
    page: page >= 1 && page <= maxPage ? page : 1,
    size: pageSizes.find((known) => known === size) ?? usualSize,
    filters: Object.fromEntries(filters) as Record<string, string>,
    before: wholeNumberIn(params.get('before')) || null,
    ...(zone && { zone }),
  }
}

/** Whether a URL has a value of a filter that the list does not know. */
export const hasUnknownFilter = (shape: ListShape, params: URLSearchParams): boolean =>
  Object.entries(shape.filters).some(([name, values]) => {
    const value = params.get(name)
    return value !== null && value !== '' && !fits(values, value)
  })

function fits(values: ListShape['filters'][string], value: string): boolean {
  if (values === 'text') return true
  return values === 'day' ? isCalendarDay(value) : values.includes(value)
}

/** The search, with one blank between words. */
export const searchIn = (params: URLSearchParams): string =>
  (params.get('q') ?? '').replace(/\s+/g, ' ').trim().slice(0, maxSearch)

/** The same view as URL parameters, without defaults. */
export function listParams(shape: ListShape, query: ListQuery): Record<string, string | undefined> {
  const sort = `${query.descending ? '-' : ''}${query.sort}`
  return {
    q: query.search || undefined,
    ...query.filters,
    sort: sort === shape.startSort ? undefined : sort,
    size: query.size === usualSize ? undefined : String(query.size),
    page: query.page === 1 ? undefined : String(query.page),
    before: query.before === null ? undefined : String(query.before),
  }
}

/** Whether the view leaves any rows out. */
export const isFiltered = (query: Pick<ListQuery, 'search' | 'filters'>): boolean =>
  query.search !== '' || Object.values(query.filters).some(Boolean)

/** How many rows a search counts and pages at most; beyond that staff narrow it. */
export const searchLimit = 2_000

/** How many rows there are in all; where `isMore`, at least that many. */
export type ListCount = { total: number; isMore: boolean }

/**
 * A page of rows: the one asked for, or the last there is. Lists that page by a cursor count nothing
 * beyond it and say where older rows begin.
 */
export type ListPage<Row> = ListCount & {
  rows: Row[]
  number: number
  older: number | null
  /** Of lists that add up: over everything that matches, all pages. */
  totals?: ListTotals
}

/** How many rows match, and their sums by name; none where so many match that counting stopped. */
export type ListTotals = ListCount & { sums: Readonly<Record<string, number>> | null }

/** A list as a screen shows it. */
export type ListView<Row> = {
  name: string
  shape: ListShape
  choices: readonly ListChoice[]
  query: ListQuery
  page: ListPage<Row>
}

/** How many pages that makes. */
export const pagesOf = (total: number, size: number): number => Math.max(1, Math.ceil(total / size))
