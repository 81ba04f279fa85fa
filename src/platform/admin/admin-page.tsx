import type { ReactNode } from 'react'

import { classes } from '#ui/classes.ts'
import { cluster, letters } from '#ui/layout.ts'

import { RefusalNotice } from '../action/action-form.tsx'

import styles from './admin-page.module.css'

type Props = {
  title: ReactNode
  /** A figure or a line beside the title; told again when it changes. */
  summary?: ReactNode
  /** Links and buttons that concern the whole page. */
  actions?: ReactNode
  /** Why a form was refused is said here, and not beside the form. */
  saysRefusal?: boolean
  children: ReactNode
}

/** An admin page: a small title, the rest for its content. */
export function AdminPage({ title, summary, actions, saysRefusal = true, children }: Props) {
  return (
    <main id="content" tabIndex={-1} className={styles.page}>
      <header className={cluster([0.5, 3], { align: 'baseline' })}>
        <h1>{title}</h1>
        {summary !== undefined && (
          <p role="status" className={classes(letters.quiet, letters.figures, letters.anywhere)}>
            {summary}
          </p>
        )}
        {actions && (
          <div
            className={classes(
              cluster([0, 3], { align: 'baseline', text: 'tight' }),
              styles.actions,
            )}
            data-print="no"
          >
            {actions}
          </div>
        )}
      </header>
      {saysRefusal && <RefusalNotice />}
      {children}
    </main>
  )
}
