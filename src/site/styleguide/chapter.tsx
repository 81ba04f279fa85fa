import type { ReactNode } from 'react'

import { cluster, stack } from '#ui/layout.ts'

import styles from './styleguide.page.module.css'

export function Chapter({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.chapter} aria-label={title}>
      <h2>{title}</h2>
      <div className={stack(4)}>{children}</div>
    </section>
  )
}

export function Row({ children }: { children: ReactNode }) {
  return <div className={cluster(2)}>{children}</div>
}
