import { PageNotice } from '#web/components/members/page-notice.tsx'

import styles from './admin-notice.module.css'

/** What the last step wanted said, on whichever page of the desk it led to. */
export function AdminNotice() {
  return (
    <div className={styles.place}>
      <PageNotice />
    </div>
  )
}
