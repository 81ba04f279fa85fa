import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { DataTable } from '#web/ui/data-table.tsx'

import styles from './desk-table.module.css'

export type Column<Row> = {
  label: string
  cell: (row: Row) => ReactNode
  /** By what the list's address calls this column when it is sorted by it. */
  sort?: string
  numeric?: boolean
}

/** How a table is sorted now, and the address of the same list sorted otherwise. */
export type Sorting = {
  sort: string
  descending: boolean
  hrefOf: (sort: string, descending: boolean) => string
}

type Props<Row> = {
  /** What the table is, for people who can't see it at a glance. */
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  sorting?: Sorting
  /** The next rows are on their way. */
  isLoading?: boolean
}

/**
 * A dense table of the desk. Its first column names the row and stays in view while the others
 * scroll; a head that sorts is a link, pressed again it turns the order round.
 */
export function DeskTable<Row>(props: Props<Row>) {
  const { label, columns, rows, rowKey, sorting, isLoading } = props
  const [naming, ...others] = columns
  return (
    <DataTable label={label} className={styles.table} aria-busy={isLoading}>
      <thead>
        <tr>
          {columns.map((column) => (
            <Head key={column.label} column={column} sorting={sorting} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)}>
            <th scope="row">{naming!.cell(row)}</th>
            {others.map((column) => (
              <td key={column.label} data-numeric={column.numeric || undefined}>
                {column.cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </DataTable>
  )
}

type HeadProps<Row> = { column: Column<Row>; sorting: Sorting | undefined }

function Head<Row>({ column: { label, sort, numeric }, sorting }: HeadProps<Row>) {
  const isSorted = sort !== undefined && sorting?.sort === sort
  const order = isSorted ? (sorting.descending ? 'descending' : 'ascending') : undefined
  return (
    <th scope="col" data-numeric={numeric || undefined} aria-sort={order}>
      {sort && sorting ? (
        <Link to={sorting.hrefOf(sort, order === 'ascending')} preventScrollReset replace>
          {label}
        </Link>
      ) : (
        label
      )}
    </th>
  )
}
