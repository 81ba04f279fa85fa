import type { ReactNode } from 'react'

import { classes } from '#ui/classes.ts'
import { cluster, roomBelow, ruled, stack } from '#ui/layout.ts'

import styles from './styleguide.page.module.css'

export function Chapter({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes(ruled(4), styles.chapter)} aria-label={title}>
      <h2>{title}</h2>
      <div className={classes(stack(4), roomBelow)}>{children}</div>
    </section>
  )
}

export function Row({ children }: { children: ReactNode }) {
  return <div className={cluster(2)}>{children}</div>
}
