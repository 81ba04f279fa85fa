import { Link } from 'react-router'

import { ordersCopy as copy } from '#platform/layout/members.copy.ts'
import { classes } from '#ui/classes.ts'
import { cluster } from '#ui/layout.ts'

import styles from './order-pages.module.css'

type Props = {
  page: number
  hasMore: boolean
  hrefOf: (page: number) => string
  label: string
  newer: string
  older: string
  preventScrollReset?: boolean
}

/** Links to newer and older orders. */
export function OrderPages({
  page,
  hasMore,
  hrefOf,
  label,
  newer,
  older,
  preventScrollReset,
}: Props) {
  if (page === 1 && !hasMore) return null
  return (
    <nav className={classes(cluster(3, { text: 'tight' }), styles.pages)} aria-label={label}>
      {page > 1 && (
        <Link to={hrefOf(page - 1)} rel="prev" preventScrollReset={preventScrollReset}>
          {newer}
        </Link>
      )}
      <span aria-current="page">{copy.page(page)}</span>
      {hasMore && (
        <Link to={hrefOf(page + 1)} rel="next" preventScrollReset={preventScrollReset}>
          {older}
        </Link>
      )}
    </nav>
  )
}
