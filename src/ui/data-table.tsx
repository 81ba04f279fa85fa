import type { ComponentProps, Key, ReactNode } from 'react'

import { classes } from './classes.ts'

import styles from './data-table.module.css'

type Props = ComponentProps<'table'> & {
  /** What the table is, for people who can't see it at a glance. */
  label: string
  /** On a small screen each row becomes a list; give every cell a `data-label`, or leave it off one that heads the row. */
  stacked?: boolean
  /** It mostly has more columns than there is room for: a shadow shows where it goes on. */
  isWide?: boolean
  /** Smaller, with less room in each row. */
  dense?: boolean
}

/**
 * A table that scrolls by itself when it is wider than the page: a group, not a landmark, as the part
 * around it mostly is one of the same name. Cells with figures carry
 * `data-numeric`; sortable heads hold a link or button and `aria-sort`.
 */
export function DataTable({ label, stacked, isWide, dense, className, ...table }: Props) {
  return (
    <div
      className={classes(styles.scroll, stacked && styles.stacked, isWide && styles.wide)}
      role="group"
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so keys must reach it
      tabIndex={0}
    >
      <table className={classes(styles.table, dense && styles.dense, className)} {...table} />
    </div>
  )
}

export type TableColumn<Row> = {
  label: string
  cell: (row: Row) => ReactNode
  numeric?: boolean
  /** On a small screen it is the row's heading, without its label. */
  headsRow?: boolean
}

type RowsProps<Row> = Props & {
  columns: readonly TableColumn<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row, index: number) => Key
  /** Whether what the table is stands above it, too. */
  isLabelShown?: boolean
  /** Shown in place of a table without rows. */
  none?: ReactNode
}

/** A table of rows by its columns, the first of which names the row. Its children stand below the rows. */
export function RowsTable<Row>(props: RowsProps<Row>) {
  const { columns, rows, rowKey, none, isLabelShown, children, ...table } = props
  if (none !== undefined && rows.length === 0) return <p>{none}</p>
  return (
    <DataTable {...table}>
      {isLabelShown && <caption>{table.label}</caption>}
      <thead>
        <tr>
          {columns.map(({ label, numeric }) => (
            <th key={label} scope="col" data-numeric={numeric || undefined}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={rowKey(row, index)}>
            {columns.map(({ label, cell, numeric, headsRow }, column) => {
              const isLabelled = table.stacked && !headsRow
              const attributes = {
                'data-label': isLabelled ? label : undefined,
                'data-numeric': numeric || undefined,
              }
              // One thing beside the label where the row is a list.
              const content = isLabelled ? <div>{cell(row)}</div> : cell(row)
              return column === 0 ? (
                <th key={label} scope="row" {...attributes}>
                  {content}
                </th>
              ) : (
                <td key={label} {...attributes}>
                  {content}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
      {children}
    </DataTable>
  )
}
