import type { ReactNode } from 'react'
import { useId } from 'react'
import { Link, useNavigation } from 'react-router'

import { classes } from '#ui/classes.ts'
import { cluster, ruled, stack } from '#ui/layout.ts'
import { Notice } from '#ui/notice.tsx'

import type { Column } from '../admin/admin-table.tsx'
import { AdminTable } from '../admin/admin-table.tsx'
import { listCopy } from '../admin/admin.copy.ts'
import type { Query } from '../http/paths.rules.ts'
import type { ListPage, ListQuery, ListShape } from './list-query.rules.ts'
import { isFiltered, listParams, pageSizes, pagesOf, readListQuery } from './list-query.rules.ts'
import type { Choice } from './list-toolbar.tsx'
import { ListToolbar } from './list-toolbar.tsx'
import { CursorPager, PageSizeChoice, Pager } from './pager.tsx'

type Props<Row> = {
  label: string
  shape: ListShape
  query: ListQuery
  page: ListPage<Row>
  columns: readonly Column<Row>[]
  /** In place of a table. */
  rows?: ((rows: readonly Row[]) => ReactNode) | undefined
  rowKey: (row: Row) => string
  /** The list's URL with these parameters. */
  pathOf: (params: Query) => string
  filters: readonly Omit<Choice, 'value'>[]
  searchLabel?: string
  /** Shown where the list is empty, and where no row matches. */
  empty: { list: ReactNode; search: ReactNode }
  /** Above the rows. */
  note?: ReactNode
  /** The server could not be reached: these are the last rows it sent. */
  isStale?: boolean
}

/** An admin list in one view: toolbar, rows and pagination. */
export function ListView<Row>(props: Props<Row>) {
  const { label, shape, query, page, columns, rowKey, pathOf, filters, searchLabel, empty } = props
  const { isStale = false } = props
  const formId = useId()
  const isLoading = useLoading(pathOf({}))
  const chosen: Readonly<Record<string, string | undefined>> = query.filters
  const textFilters = Object.entries(query.filters).filter(
    ([name]) => shape.filters[name] === 'text' && !filters.some((filter) => filter.name === name),
  )
  const hrefOf = (change: Partial<ListQuery>) => pathOf(listParams(shape, { ...query, ...change }))
  const isNarrowed = isFiltered(query) || query.page > 1 || query.before !== null
  const isCursor = page.older !== null || query.before !== null
  const pages = pagesOf(page.total, query.size)

  return (
    <>
      <ListToolbar
        id={formId}
        action={pathOf({})}
        hrefOf={(asked) => pathOf(listParams(shape, readListQuery(shape, asked)))}
        search={query.search}
        searchLabel={searchLabel}
        hidden={Object.fromEntries(textFilters)}
        choices={filters.map((filter) => choiceOf(filter, chosen[filter.name] ?? ''))}
        sort={{
          value: `${query.descending ? '-' : ''}${query.sort}`,
          options: columns.flatMap(sortsOf),
        }}
        size={query.size}
      />
      {isStale && <Notice>{listCopy.stale}</Notice>}
      {props.note}
      {page.rows.length > 0 && props.rows ? (
        props.rows(page.rows)
      ) : page.rows.length > 0 ? (
        <AdminTable
          {...{ label, columns, rowKey, isLoading }}
          rows={page.rows}
          sorting={{
            sort: query.sort,
            descending: query.descending,
            hrefOf: (sort, descending) => hrefOf({ sort, descending, page: 1, before: null }),
          }}
        />
      ) : (
        <div className={classes(stack(2, { align: 'start' }), ruled(4))}>
          <p>{isNarrowed ? empty.search : empty.list}</p>
          {isNarrowed && (
            <Link to={hrefOf({ search: '', filters: {}, page: 1, before: null })}>
              {listCopy.clear}
            </Link>
          )}
        </div>
      )}
      <div className={cluster([1, 4], { justify: 'between' })}>
        <Pager
          page={page.number}
          pages={isCursor ? 1 : pages}
          isMore={page.isMore}
          hrefOf={(number) => hrefOf({ page: number })}
        />
        <CursorPager
          newest={query.before === null ? null : hrefOf({ before: null })}
          older={page.older === null ? null : hrefOf({ before: page.older })}
        />
        {page.total > pageSizes[0] && <PageSizeChoice form={formId} size={query.size} />}
      </div>
    </>
  )
}

/**
 * A filter with what is chosen. What is no longer offered, such as a record that is not listed any more, is offered all
 * the same: else the next choice would drop it unseen.
 */
function choiceOf(filter: Omit<Choice, 'value'>, value: string): Choice {
  const { options } = filter
  if (!options || options.some((one) => one.value === value)) return { ...filter, value }
  return { ...filter, value, options: [...options, { value, label: value }] }
}

const sortsOf = ({
  sort,
  label,
}: Pick<Column<unknown>, 'sort' | 'label'>): NonNullable<Choice['options']> =>
  sort
    ? [
        { value: sort, label: listCopy.ascending(label) },
        { value: `-${sort}`, label: listCopy.descending(label) },
      ]
    : []

/** Whether another view of this list is loading. */
function useLoading(path: string): boolean {
  const { state, location } = useNavigation()
  return state === 'loading' && location.pathname === path
}
