import type { ComponentProps } from 'react'

import { classes } from './classes.ts'
import styles from './data-table.module.css'

type Props = ComponentProps<'table'> & {
  /** What the table is, for people who can't see it at a glance. */
  label: string
  /** On a small screen each row becomes a list; give every cell a `data-label`, or leave it off one that heads the row. */
  stacked?: boolean
  /** It mostly has more columns than there is room for: a shadow shows where it goes on. */
  isWide?: boolean
}

/**
 * A table that scrolls by itself when it is wider than the page: a group, not a landmark, as the part
 * around it mostly is one of the same name. Cells with figures carry
 * `data-numeric`; sortable heads hold a link or button and `aria-sort`.
 */
export function DataTable({ label, stacked, isWide, className, ...table }: Props) {
  return (
    <div
      className={classes(styles.scroll, stacked && styles.stacked, isWide && styles.wide)}
      role="group"
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so keys must reach it
      tabIndex={0}
    >
      <table className={classes(styles.table, className)} {...table} />
    </div>
  )
}
