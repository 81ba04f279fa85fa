import type { ReactNode } from 'react'

import { DeskBar } from './desk-bar.tsx'
import styles from './desk-shell.module.css'

/** Bar and page of the staff's rooms. */
export function DeskShell({ children }: { children: ReactNode }) {
  return (
    <div className={styles.shell}>
      <DeskBar />
      {children}
    </div>
  )
}
