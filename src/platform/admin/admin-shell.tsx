import type { ReactNode } from 'react'

import { AdminBar } from './admin-bar.tsx'

import styles from '../layout/shell.module.css'

/** Navigation and content of the admin. */
export function AdminShell({ children }: { children: ReactNode }) {
  return (
    <div className={styles.shell}>
      <AdminBar />
      {children}
    </div>
  )
}
