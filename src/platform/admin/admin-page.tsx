import type { ReactNode } from 'react'

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
      <header className={styles.head}>
        <h1>{title}</h1>
        {summary !== undefined && (
          <p role="status" className={styles.summary}>
            {summary}
          </p>
        )}
        {actions && <div className={styles.actions}>{actions}</div>}
      </header>
      {saysRefusal && <RefusalNotice />}
      {children}
    </main>
  )
}
