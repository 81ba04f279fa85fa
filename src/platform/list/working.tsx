import { useFetchers, useNavigation } from 'react-router'

import { adminCopy } from '../admin/admin.copy.ts'

import styles from './working.module.css'

/** Shown from 300 ms after a press until its response is here; a quick one shows nothing. */
export function Working() {
  const isNavigating = useNavigation().state !== 'idle'
  const isSending = useFetchers().some(({ state }) => state !== 'idle')
  return (
    <div role="status" className={styles.place} data-print="no">
      {(isNavigating || isSending) && <p className={styles.working}>{adminCopy.working}</p>}
    </div>
  )
}
