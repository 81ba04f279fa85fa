import { PageNotice } from '../layout/page-notice.tsx'

import styles from './admin-notice.module.css'

/** The flash message of the last step, on the admin page that it led to. */
export function AdminNotice() {
  return (
    <div className={styles.place}>
      <PageNotice />
    </div>
  )
}
