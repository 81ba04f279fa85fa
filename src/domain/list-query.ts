/** What a list of the desk can be asked: by what it is sorted and narrowed. */
export type ListShape = {
  readonly sorts: readonly string[]
  readonly startSort: string
  /** Name of the filter in the address, and the values it takes. */
  readonly filters: Readonly<Record<string, readonly string[]>>
}

type Filters<Shape extends ListShape> = {
  [Name in keyof Shape['filters']]?: Shape['filters'][Name][number]
}

/** One view of a list, as it stands in the address. */
export type ListQuery<Shape extends ListShape = ListShape> = {
  search: string
  sort: Shape['sorts'][number]
  descending: boolean
  /** From 1. */
  page: number
  size: PageSize
  filters: Filters<Shape>
}

export const pageSizes = [25, 50, 100, 200] as const
export type PageSize = (typeof pageSizes)[number]
const usualSize = 50

/** Longest search that is looked for; more is cut off. */
export const maxSearch = 80
const maxPage = 1_000_000

/** Reads a view from an address. What makes no sense there is as if it were not. */
export function readListQuery<Shape extends ListShape>(
  shape: Shape,
  params: URLSearchParams,
): ListQuery<Shape> {
  const wanted = params.get('sort') ?? ''
  const sort = wanted.replace(/^-/, '')
  const isKnown = shape.sorts.includes(sort)
  const page = Number(params.get('page') ?? 1)
  const size = Number(params.get('size') ?? usualSize)
  const filters = Object.entries(shape.filters).flatMap(([name, values]) => {
    const value = params.get(name)
    return value !== null && values.includes(value) ? [[name, value]] : []
  })
  return {
    search: searchIn(params),
    sort: isKnown ? sort : shape.startSort,
    descending: isKnown && wanted.startsWith('-'),
    page: Number.isInteger(page) && page >= 1 && page <= maxPage ? page : 1,
    size: pageSizes.find((known) => known === size) ?? usualSize,
    filters: Object.fromEntries(filters) as Filters<Shape>,
  }
}

/** What is searched for, with one blank between words. */
export const searchIn = (params: URLSearchParams): string =>
  (params.get('q') ?? '').replace(/\s+/g, ' ').trim().slice(0, maxSearch)

/** The same view as parameters of an address, without what goes without saying. */
export function listParams<Shape extends ListShape>(
  shape: Shape,
  query: ListQuery<Shape>,
): Record<string, string | undefined> {
  const sort = `${query.descending ? '-' : ''}${query.sort}`
  return {
    q: query.search || undefined,
    ...(query.filters as Record<string, string | undefined>),
    sort: sort === shape.startSort ? undefined : sort,
    size: query.size === usualSize ? undefined : String(query.size),
    page: query.page === 1 ? undefined : String(query.page),
  }
}

/** Whether the view leaves anything of the list out. */
export const isNarrowed = (query: Pick<ListQuery, 'search' | 'filters'>): boolean =>
  query.search !== '' || Object.values(query.filters).some(Boolean)

/** A search is counted and paged this far: whoever finds more narrows it. */
export const searchedTo = 2_000

/** How many rows there are in all: at least that many where `isMore`. */
export type ListCount = { total: number; isMore: boolean }

/** A page of rows: the one asked for, or the last there is. */
export type ListPage<Row> = ListCount & { rows: Row[]; number: number }

/** How many pages that makes. */
export const pagesOf = (total: number, size: number): number => Math.max(1, Math.ceil(total / size))
