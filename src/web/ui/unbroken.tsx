import type { ReactNode } from 'react'

import styles from './unbroken.module.css'

/** Words that stay on one line, such as a format with a hyphen: '3-pack of 750ml'. */
export const Unbroken = ({ children }: { children: ReactNode }) => (
  <span className={styles.unbroken}>{children}</span>
)
