import type { ReactNode } from 'react'

import { modalsCopy } from '#domain/copy/modals.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import frame from '#web/ui/frame.module.css'
import { DialogFallbacks, FramedWords } from '#web/ui/dialog.tsx'

import styles from './message-over-page.module.css'
import script from './message-over-page.script.ts?script'

type Props = {
  title: string | null
  text: string
  /** Where Close, Escape and a press beside it lead. */
  leadsTo: string
  /** The page behind, which only shows. */
  children: ReactNode
}

/**
 * A message over a page, each with an address of its own. Served open over an inert page, so it is
 * whole without script; the small one makes it a true modal.
 */
export function MessageOverPage({ title, text, leadsTo, children }: Props) {
  return (
    <>
      <div inert className={styles.behind}>
        {children}
      </div>
      <dialog
        open
        {...{ closedby: 'any' }}
        className={classes(frame.frame, styles.message)}
        aria-labelledby={title ? 'message-title' : 'message-text'}
        data-leads-to={leadsTo}
      >
        <FramedWords id="message-title" title={title}>
          <p id="message-text" className={styles.text}>
            {text}
          </p>
          <ButtonLink href={leadsTo} autoFocus>
            {modalsCopy.close}
          </ButtonLink>
        </FramedWords>
      </dialog>
      <script type="module" src={script} />
      <DialogFallbacks />
    </>
  )
}
