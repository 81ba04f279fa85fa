import type { ReactNode } from 'react'

import { Footer } from './footer.tsx'
import type { MemberBarProps } from './member-bar.tsx'
import { MemberBar } from './member-bar.tsx'

import styles from './shell.module.css'

/** Bar, page and footer of members' pages. */
export function MemberShell({ children, ...bar }: MemberBarProps & { children: ReactNode }) {
  return (
    <div className={styles.shell}>
      <MemberBar {...bar} />
      {children}
      <Footer />
    </div>
  )
}
