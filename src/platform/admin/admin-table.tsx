import { Link } from 'react-router'

import type { TableColumn } from '#ui/data-table.tsx'
import { DataTable } from '#ui/data-table.tsx'

import styles from './admin-table.module.css'

export type Column<Row> = Omit<TableColumn<Row>, 'headsRow'> & {
  /** The key of this column in the list's address, if the list can be sorted by it. */
  sort?: string
  /**
   * Its place in the card that small screens show for a row: names, as the first column is, are in the
   * first line with the actions at its end; `line` is a line of its own. All other columns follow with
   * their label.
   */
  part?: 'name' | 'line' | 'action'
  /** Texts of any length: they wrap. */
  wraps?: boolean
}

/** How a table is sorted now, and the address of the same list sorted otherwise. */
type Sorting = {
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
 * A dense table of the admin. Its first column names the row and stays in view while the others
 * scroll; a heading that sorts is a link, and pressed again it reverses the order.
 */
export function AdminTable<Row>(props: Props<Row>) {
  const { label, columns, rows, rowKey, sorting, isLoading } = props
  return (
    <DataTable isWide label={label} className={styles.table} aria-busy={isLoading}>
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
            {columns.map((column, index) => (
              <Cell key={column.label} column={column} row={row} isFirst={index === 0} />
            ))}
          </tr>
        ))}
      </tbody>
    </DataTable>
  )
}

type CellProps<Row> = { column: Column<Row>; row: Row; isFirst: boolean }

function Cell<Row>({ column, row, isFirst }: CellProps<Row>) {
  const { label, cell, numeric, wraps, part = isFirst ? 'name' : undefined } = column
  const attributes = {
    'data-part': part,
    'data-label': part ? undefined : label,
    'data-numeric': numeric || undefined,
    'data-wraps': wraps || undefined,
  }
  if (!isFirst) return <td {...attributes}>{cell(row)}</td>
  return (
    <th scope="row" {...attributes}>
      {cell(row)}
    </th>
  )
}

type HeadProps<Row> = { column: Column<Row>; sorting: Sorting | undefined }

function Head<Row>({ column: { label, sort, part, numeric }, sorting }: HeadProps<Row>) {
  const isSorted = sort !== undefined && sorting?.sort === sort
  const order = isSorted ? (sorting.descending ? 'descending' : 'ascending') : undefined
  return (
    <th scope="col" data-part={part} data-numeric={numeric || undefined} aria-sort={order}>
      {part === 'action' ? (
        <span className="visually-hidden">{label}</span>
      ) : sort && sorting ? (
        <Link to={sorting.hrefOf(sort, order === 'ascending')} preventScrollReset>
          {label}
        </Link>
      ) : (
        label
      )}
    </th>
  )
}
