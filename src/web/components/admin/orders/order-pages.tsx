import { Link } from 'react-router'

import { deskOrdersCopy as copy } from '#domain/copy/desk-orders.ts'

import styles from '../pager.module.css'

type Props = { newest: string | null; older: string | null }

/** From one page of orders to the older ones, and back to the newest: nobody counts them all. */
export function OrderPages({ newest, older }: Props) {
  if (!newest && !older) return null
  return (
    <nav className={styles.pager} aria-label={copy.pages}>
      {newest && <Link to={newest}>{copy.newest}</Link>}
      {older && (
        <Link to={older} rel="next">
          {copy.older}
        </Link>
      )}
    </nav>
  )
}
