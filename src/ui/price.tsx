import type { ReactNode } from 'react'

import { classes } from './classes.ts'

import styles from './price.module.css'

type Props = {
  /** The amount as people read it; `formatPrice` of the domain makes it. */
  children: ReactNode
  /** What it buys: 'per case of 3 × 750 ml'. */
  per?: ReactNode
  large?: boolean
}

export function Price({ children, per, large }: Props) {
  return (
    <>
      <span className={classes(styles.price, large && styles.large)}>{children}</span>
      {per && <span className={styles.per}> {per}</span>}
    </>
  )
}
