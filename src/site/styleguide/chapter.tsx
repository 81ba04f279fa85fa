import type { ReactNode } from 'react'

import styles from './styleguide.page.module.css'

export function Chapter({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.chapter} aria-label={title}>
      <h2>{title}</h2>
      <div className={styles.body}>{children}</div>
    </section>
  )
}

export function Row({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>
}
