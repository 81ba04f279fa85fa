import type { ReactNode } from 'react'

import { Footer } from './footer.tsx'
import { PublicBar } from './public-bar.tsx'
import { useSiteSettings } from './use-site-settings.ts'

import styles from './shell.module.css'

/** Bar, page and footer of public pages. `over` lays the bar on the page's picture. */
export function PublicShell({ over, children }: { over?: boolean; children: ReactNode }) {
  const viewer = useSiteSettings()?.viewer ?? null
  return (
    <div className={styles.shell}>
      <PublicBar inCart={viewer && viewer.inCart} over={over} />
      {children}
      <Footer />
    </div>
  )
}
