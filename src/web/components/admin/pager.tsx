import { Link } from 'react-router'

import { listCopy } from '#domain/copy/desk.ts'

import styles from './pager.module.css'

type Props = {
  page: number
  pages: number
  /** There are more than these pages, and nobody counted them. */
  isMore: boolean
  hrefOf: (page: number) => string
}

/** First, previous, next, last: each an address of its own. */
export function Pager({ page, pages, isMore, hrefOf }: Props) {
  if (pages === 1) return null
  const hasNext = page < pages
  return (
    <nav className={styles.pager} aria-label={listCopy.pages}>
      <Step label={listCopy.first} to={page > 1 ? hrefOf(1) : null} />
      <Step label={listCopy.previous} to={page > 1 ? hrefOf(page - 1) : null} rel="prev" />
      <span aria-current="page">{listCopy.page(page, pages, isMore)}</span>
      <Step label={listCopy.next} to={hasNext ? hrefOf(page + 1) : null} rel="next" />
      <Step label={listCopy.last} to={hasNext ? hrefOf(pages) : null} />
    </nav>
  )
}

function Step({ label, to, rel }: { label: string; to: string | null; rel?: string }) {
  if (to === null) return <span className={styles.off}>{label}</span>
  return (
    <Link to={to} rel={rel}>
      {label}
    </Link>
  )
}
