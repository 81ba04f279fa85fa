import type { ReactNode } from 'react'

import styles from './requests.module.css'

type Props = { term: string; isWide?: boolean; children: ReactNode }

export function Fact({ term, isWide, children }: Props) {
  return (
    <div className={isWide ? styles.wide : undefined}>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}
