import type { ReactNode } from 'react'

import styles from './block.module.css'

type Props = {
  id: string
  title: string
  /** Stands below the title, such as the block's Edit link. */
  way?: ReactNode
  children: ReactNode
}

/** A part of the account: its title beside what it holds, where there is room. */
export function Block({ id, title, way, children }: Props) {
  return (
    <section className={styles.block} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id}>{title}</h2>
        {way}
      </div>
      <div className={styles.body}>{children}</div>
    </section>
  )
}
