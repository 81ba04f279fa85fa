import { PageNotice } from '#web/components/members/page-notice.tsx'

import styles from './desk-notice.module.css'

/** What the last step wanted said, on whichever page of the desk it led to. */
export function DeskNotice() {
  return (
    <div className={styles.place}>
      <PageNotice />
    </div>
  )
}
