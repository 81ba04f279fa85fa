import type { ReactNode } from 'react'

import { AdminPage } from '../admin/admin-page.tsx'
import type { Column } from '../admin/admin-table.tsx'
import { counted } from '../admin/admin.copy.ts'
import type { PagedList, Query } from '../http/paths.rules.ts'
import { listFile, listPages } from '../http/paths.rules.ts'
import { FileLink } from './file-link.tsx'
import type { ListView as View, OptionNames } from './list-query.rules.ts'
import { listParams } from './list-query.rules.ts'
import { filterOf } from './list-toolbar.tsx'
import { ListView } from './list-view.tsx'
import { useLiveList } from './use-live-list.ts'

/** The sentences that every list has. */
type ListCopy = {
  title: string
  search: string
  none: string
  noneFound: string
  /** What its rows are called; lists that page by a cursor are not counted. */
  one?: string
  many?: string
}

type Props<Row> = {
  name: PagedList
  list: View<Row>
  isStale: boolean
  copy: ListCopy
  /** Its page with these parameters, where that is another than `listPages` has. */
  pathOf?: (params: Query) => string
  rowKey: (row: Row) => string
  /** Of filters whose values are rows; one without any is not shown. */
  options?: Readonly<Record<string, OptionNames>>
  columns?: readonly Column<Row>[]
  /** In place of a table. */
  rows?: (rows: readonly Row[]) => ReactNode
  /** In place of the count. */
  summary?: string
  actions?: ReactNode
  /** Above the rows, such as what they are about. */
  note?: ReactNode
  children?: ReactNode
}

/** The page of an admin list: live, searched, filtered, sorted, paged, and as a CSV file. */
export function ListPage<Row>(props: Props<Row>) {
  const { name, list, isStale, copy, pathOf = listPages[name] } = props
  const { query, page, shape } = list
  const filters = list.choices.flatMap(({ name: filter, label, any, options }) => {
    const names = options ?? props.options?.[filter]
    if (any === undefined) return [{ name: filter, label }]
    return names ? [filterOf(filter, label, any, names)] : []
  })
  useLiveList(name, isStale)
  const { before: _, ...allPages } = listParams(shape, { ...query, page: 1 })
  const summary =
    props.summary ??
    (copy.one && copy.many ? counted(page.total, copy.one, copy.many, page.isMore) : undefined)
  return (
    <AdminPage
      title={copy.title}
      {...(summary && { summary })}
      actions={
        <>
          {props.actions}
          <FileLink href={listFile(name, allPages)} />
        </>
      }
    >
      <ListView
        {...{ query, page, shape, pathOf, isStale }}
        label={copy.title}
        columns={props.columns ?? []}
        rows={props.rows}
        rowKey={props.rowKey}
        filters={filters}
        searchLabel={copy.search}
        empty={{ list: copy.none, search: copy.noneFound }}
        note={props.note}
      />
      {props.children}
    </AdminPage>
  )
}
