import type { ComponentProps } from 'react'

import { PublicShell } from '#platform/layout/public-shell.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { DialogFallbacks, FramedContent, framedDialog } from '#ui/dialog.tsx'
import { letters } from '#ui/layout.ts'

import { HomePage } from './home-page.tsx'
import script from './message-over-page.script.ts?script'
import { modalsCopy } from './modals.copy.ts'

import styles from './message-over-page.module.css'

type Props = {
  title: string | null
  text: string
  /** Where Close, Escape and a press beside it lead. */
  leadsTo: string
  releases: ComponentProps<typeof HomePage>['releases']
}

/**
 * A message over the landing page, with an address of its own. Served open over an inert page, so it
 * is whole without script; the small one makes it a true modal.
 */
export function MessageOverPage({ title, text, leadsTo, releases }: Props) {
  return (
    <>
      <div inert className={styles.behind}>
        <PublicShell over>
          <HomePage releases={releases} />
        </PublicShell>
      </div>
      <dialog
        open
        {...{ closedby: 'any' }}
        className={framedDialog}
        aria-labelledby={title ? 'message-title' : 'message-text'}
        data-leads-to={leadsTo}
      >
        <FramedContent id="message-title" title={title}>
          <p id="message-text" className={letters.lead}>
            {text}
          </p>
          <ButtonLink href={leadsTo} autoFocus>
            {modalsCopy.close}
          </ButtonLink>
        </FramedContent>
      </dialog>
      <script type="module" src={script} />
      <DialogFallbacks />
    </>
  )
}
