import { Link } from 'react-router'

import { classes } from '#ui/classes.ts'
import { cluster, letters } from '#ui/layout.ts'
import { SelectField } from '#ui/select-field.tsx'

import { listCopy } from '../admin/admin.copy.ts'
import { pageSizes } from './list-query.rules.ts'

import styles from './pager.module.css'

type Props = {
  page: number
  pages: number
  /** There are more than these pages, not counted. */
  isMore: boolean
  hrefOf: (page: number) => string
}

/** Rows per page: part of the toolbar's form, below the list. */
export function PageSizeChoice({ form, size }: { form: string; size: number }) {
  return (
    <SelectField
      name="size"
      form={form}
      label={listCopy.perPage}
      className={styles.size}
      options={pageSizes.map((each) => ({ value: String(each), label: String(each) }))}
      value={size}
      onChange={(event) => event.currentTarget.form?.requestSubmit()}
    />
  )
}

const pager = classes(cluster([0, 3], { text: 'tight' }), letters.figures, styles.pager)

/** Cursor pagination: to older rows, and back to the newest. */
export function CursorPager({ newest, older }: { newest: string | null; older: string | null }) {
  if (!newest && !older) return null
  return (
    <nav className={pager} aria-label={listCopy.pages}>
      {newest && <Link to={newest}>{listCopy.newest}</Link>}
      {older && (
        <Link to={older} rel="next">
          {listCopy.older}
        </Link>
      )}
    </nav>
  )
}

/** First, previous, next, last: each a URL of its own. One that leads nowhere is no link; `KeepFocus` moves its focus. */
export function Pager({ page, pages, isMore, hrefOf }: Props) {
  if (pages === 1) return null
  const hasNext = page < pages
  return (
    <nav className={pager} aria-label={listCopy.pages}>
      <Step label={listCopy.first} to={page > 1 ? hrefOf(1) : null} />
      <Step label={listCopy.previous} to={page > 1 ? hrefOf(page - 1) : null} rel="prev" />
      <span aria-current="page">{listCopy.page(page, pages, isMore)}</span>
      <Step label={listCopy.next} to={hasNext ? hrefOf(page + 1) : null} rel="next" />
      <Step label={listCopy.last} to={hasNext ? hrefOf(pages) : null} />
    </nav>
  )
}

function Step({ label, to, rel }: { label: string; to: string | null; rel?: string }) {
  if (to === null) return <span className={classes(letters.quiet, styles.off)}>{label}</span>
  return (
    <Link to={to} rel={rel}>
      {label}
    </Link>
  )
}
