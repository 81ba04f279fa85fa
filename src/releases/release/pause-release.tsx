import { Form } from 'react-router'

import type { Phase } from '#catalogue/on-sale/release.rules.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { Button } from '#ui/button.tsx'
import { atMost, cluster, letters, stack } from '#ui/layout.ts'
import { TextArea } from '#ui/text-area.tsx'

import { releaseFormCopy as copy } from './admin-releases.copy.ts'

type Props = { release: { id: string; version: number; phase: Phase; pauseReason: string } }

/**
 * Pausing a release that has been scheduled, or resuming it. After its closing hour nothing can start any
 * more: it can only be ended. The large view sends its form to Live, too.
 */
export function PauseRelease({ release: { id, version, phase, pauseReason } }: Props) {
  if (phase === 'draft' || phase === 'closed') return null
  const isPaused = phase === 'paused'
  return (
    <details className={stack(2, { text: 'sans' })} open={isPaused}>
      <summary>{isPaused ? 'Paused: resume this release' : 'Pause this release'}</summary>
      <Form method="post" action={paths.release(id, 'live')} className={stack(2)}>
        <input type="hidden" name="version" value={version} />
        {isPaused ? (
          pauseReason && <p className={letters.quiet}>{`Customers read: ${pauseReason}`}</p>
        ) : (
          <>
            <p className={letters.quiet}>
              Within two seconds no new checkout can start. Payment pages that are already open can
              still be paid.
            </p>
            <TextArea
              name="reason"
              label="Why, as customers read it"
              rows={2}
              hint={copy.pauseReasonHint}
              maxLength={1_000}
              className={atMost(34)}
            />
          </>
        )}
        <div className={cluster(2, { text: 'tight' })}>
          <Button name="intent" value={isPaused ? 'resume' : 'pause'} kind="secondary">
            {isPaused ? copy.resume : copy.pause}
          </Button>
        </div>
      </Form>
    </details>
  )
}
