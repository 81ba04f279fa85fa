import type { ReactNode } from 'react'

import { AdminBar } from './admin-bar.tsx'
import styles from './admin-shell.module.css'

/** Bar and page of the staff's rooms. */
export function AdminShell({ children }: { children: ReactNode }) {
  return (
    <div className={styles.shell}>
      <AdminBar />
      {children}
    </div>
  )
}
