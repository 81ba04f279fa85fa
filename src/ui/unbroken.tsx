import type { ReactNode } from 'react'

import styles from './unbroken.module.css'

/** Words that stay on one line, such as a format with a hyphen: '3-pack of 750ml'. */
export const Unbroken = ({ children }: { children: ReactNode }) => (
  <span className={styles.unbroken}>{children}</span>
)

/** A text whose words with a hyphen do not break at it: '2022 Malbec, 3-pack of 750ml'. */
export function UnbrokenWords({ text }: { text: string }) {
  // Every second part is what the group matched.
  return text
    .split(/(\S+-\S+)/)
    .map((part, index) => (index % 2 === 1 ? <Unbroken key={part}>{part}</Unbroken> : part))
}
