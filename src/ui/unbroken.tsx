import type { ReactNode } from 'react'

import { letters } from './layout.ts'

import styles from './unbroken.module.css'

/** Words that stay on one line, such as a format with a hyphen: '3-pack of 750ml'. */
export const Unbroken = ({ children }: { children: ReactNode }) => (
  <span className={styles.unbroken}>{children}</span>
)

/** A text whose short words with a hyphen do not break at it: '2022 Malbec, 3-pack of 750ml'. */
export function UnbrokenWords({ text }: { text: string }) {
  // Every second part is what the group matched. In a link it is no box of its own: WebKit would draw its
  // underline one pixel lower.
  return text.split(/(\S{1,12}-\S{1,12})/).map((part, index) =>
    index % 2 === 1 ? (
      <span key={part} className={letters.unbroken}>
        {part}
      </span>
    ) : (
      part
    ),
  )
}
