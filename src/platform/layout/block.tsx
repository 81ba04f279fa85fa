import type { ReactNode } from 'react'

import { stack } from '#ui/layout.ts'

import styles from './block.module.css'

type Props = {
  id: string
  title: string
  /** Below the title, such as the block's Edit link. */
  action?: ReactNode
  /** Whether what it holds, such as a table of many columns, takes all the room there is. */
  isWide?: boolean
  children: ReactNode
}

/** A part of the account: its title beside what it holds, where there is room. */
export function Block({ id, title, action, isWide, children }: Props) {
  return (
    <section className={styles.block} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id}>{title}</h2>
        {action}
      </div>
      <div className={stack(3, { width: isWide ? undefined : 44, text: 'sans' })}>{children}</div>
    </section>
  )
}
