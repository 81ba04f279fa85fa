import type { ReactNode } from 'react'
import { useId } from 'react'
import { Link, useNavigation } from 'react-router'

import { listCopy } from '#domain/copy/desk.ts'
import type { ListPage, ListQuery, ListShape } from '#domain/list-query.ts'
import { isNarrowed, listParams, pageSizes, pagesOf, readListQuery } from '#domain/list-query.ts'
import type { Query } from '#web/paths.ts'
import { Notice } from '#web/ui/notice.tsx'

import type { Column } from './desk-table.tsx'
import { DeskTable } from './desk-table.tsx'
import type { Choice } from './list-toolbar.tsx'
import { ListToolbar } from './list-toolbar.tsx'
import styles from './list-view.module.css'
import { PageSizeChoice, Pager } from './pager.tsx'

type Props<Shape extends ListShape, Row> = {
  label: string
  shape: Shape
  query: ListQuery<Shape>
  page: ListPage<Row>
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => string
  /** The list's address with these parameters. */
  pathOf: (params: Query) => string
  filters: readonly Pick<Choice, 'name' | 'label' | 'options'>[]
  searchLabel?: string
  /** What is said where the list has nothing at all, and where nothing fits what is asked. */
  nothing: { yet: ReactNode; found: ReactNode }
  /** The shop could not be reached: these are the rows as they were. */
  isStale?: boolean
}

/** A list of the desk in one view: what is asked of it, its rows, and the way to further ones. */
export function ListView<Shape extends ListShape, Row>(props: Props<Shape, Row>) {
  const { label, shape, query, page, columns, rowKey, pathOf, filters, searchLabel, nothing } =
    props
  const { isStale = false } = props
  const formId = useId()
  const isLoading = useLoading(pathOf({}))
  const chosen = query.filters as Record<string, string | undefined>
  const hrefOf = (change: Partial<ListQuery>) =>
    pathOf(listParams(shape, { ...query, ...change } as ListQuery<Shape>))
  const pages = pagesOf(page.total, query.size)

  return (
    <>
      <ListToolbar
        id={formId}
        action={pathOf({})}
        hrefOf={(asked) => pathOf(listParams(shape, readListQuery(shape, asked)))}
        search={query.search}
        searchLabel={searchLabel}
        choices={filters.map((filter) => ({ ...filter, value: chosen[filter.name] ?? '' }))}
        sort={{
          value: `${query.descending ? '-' : ''}${query.sort}`,
          options: columns.flatMap(sortsOf),
        }}
        size={query.size}
      />
      {isStale && <Notice>{listCopy.stale}</Notice>}
      {page.rows.length > 0 ? (
        <DeskTable
          {...{ label, columns, rowKey, isLoading }}
          rows={page.rows}
          sorting={{
            sort: query.sort,
            descending: query.descending,
            hrefOf: (sort, descending) => hrefOf({ sort, descending, page: 1 }),
          }}
        />
      ) : (
        <div className={styles.nothing}>
          <p>{isNarrowed(query) ? nothing.found : nothing.yet}</p>
          {(isNarrowed(query) || query.page > 1) && (
            <Link to={hrefOf({ search: '', filters: {}, page: 1 })}>{listCopy.clear}</Link>
          )}
        </div>
      )}
      <div className={styles.foot}>
        <Pager
          page={page.number}
          pages={pages}
          isMore={page.isMore}
          hrefOf={(number) => hrefOf({ page: number })}
        />
        {page.total > pageSizes[0] && <PageSizeChoice form={formId} size={query.size} />}
      </div>
    </>
  )
}

const sortsOf = ({ sort, label }: Pick<Column<unknown>, 'sort' | 'label'>): Choice['options'] =>
  sort
    ? [
        { value: sort, label: listCopy.ascending(label) },
        { value: `-${sort}`, label: listCopy.descending(label) },
      ]
    : []

/** Whether another view of this same list is on its way. */
function useLoading(path: string): boolean {
  const { state, location } = useNavigation()
  return state === 'loading' && location.pathname === path
}
