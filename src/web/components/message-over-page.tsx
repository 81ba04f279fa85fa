import type { ReactNode } from 'react'

import { modalsCopy } from '#domain/copy/modals.ts'
import { ButtonLink } from '#web/ui/button.tsx'

import styles from './message-over-page.module.css'
import script from './message-over-page.script.ts?script'

type Props = {
  title: string | null
  text: string
  /** Where Close and Escape lead. */
  leadsTo: string
  /** The page behind, which only shows. */
  children: ReactNode
}

/**
 * A message over a page, each with an address of its own. Served open over an inert page, so it is
 * whole without script; the small one makes it a true modal and hears Escape.
 */
export function MessageOverPage({ title, text, leadsTo, children }: Props) {
  return (
    <>
      <div inert>{children}</div>
      <dialog
        open
        className={styles.message}
        aria-labelledby={title ? 'message-title' : 'message-text'}
        data-leads-to={leadsTo}
      >
        <img src="/pictures/kohue-emblem.svg" alt="" width={60} height={108} />
        {title && <h2 id="message-title">{title}</h2>}
        <p id="message-text">{text}</p>
        <ButtonLink href={leadsTo} autoFocus>
          {modalsCopy.close}
        </ButtonLink>
      </dialog>
      <script type="module" src={script} />
    </>
  )
}
