import type { ReactNode } from 'react'

import { classes } from '#ui/classes.ts'
import { Engraving } from '#ui/engraving.tsx'
import { cluster, letters, pageWide, stack } from '#ui/layout.ts'

import frame from '#ui/frame.module.css'
import styles from './ending.module.css'

type Props = {
  /** Decides the picture and the layout. */
  kind: 'order' | 'joined' | 'missing'
  title: string
  text: ReactNode
  /** Links onward. */
  children: ReactNode
  /** Below the links. */
  note?: ReactNode
}

/** The last page of a flow: an order placed, the list joined, or no page found. */
export function Ending({ kind, title, text, children, note }: Props) {
  const isSheet = kind === 'joined'
  const words = (
    <div className={stack(2.5, { align: isSheet ? 'center' : 'start', width: 34 })}>
      <h1 className={letters.title}>{title}</h1>
      <div className={classes(stack(1), letters.lead, letters.quiet)}>{text}</div>
      <div
        className={classes(
          cluster([1.5, 3], { justify: isSheet ? 'center' : undefined }),
          styles.on,
        )}
      >
        {children}
      </div>
      {note && <p className={letters.note}>{note}</p>}
    </div>
  )
  if (isSheet) {
    return (
      <Main className={styles.sheet}>
        <div className={classes(frame.frame, styles.page)}>
          <div className={styles.art} data-print="no">
            <img src="/pictures/kohue-emblem.svg" alt="" width={60} height={108} loading="lazy" />
          </div>
          {words}
        </div>
      </Main>
    )
  }
  if (kind === 'order') {
    return (
      <Main className={styles.beside}>
        <div className={styles.art} data-print="no">
          <Engraving name="case" />
        </div>
        {words}
      </Main>
    )
  }
  return (
    <Main className={styles.ground}>
      {words}
      <div className={styles.art} data-print="no">
        <Engraving name="stone" width={400} />
      </div>
    </Main>
  )
}

function Main({ className, children }: { className: string | undefined; children: ReactNode }) {
  return (
    <main id="content" tabIndex={-1} className={classes(pageWide, styles.ending, className)}>
      {children}
    </main>
  )
}
