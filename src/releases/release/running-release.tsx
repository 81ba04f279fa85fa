import { Form } from 'react-router'

import { approvalCopy } from '#orders/approvals/admin-approvals.copy.ts'
import { releaseFormCopy as copy } from './admin-releases.copy.ts'
import type { Sent } from '#platform/action/sent-form.ts'
import { fieldsOf } from '#platform/action/sent-form.ts'
import type { Phase } from '#catalogue/on-sale/release.rules.ts'
import { Block } from '#platform/layout/block.tsx'
import { Button } from '#ui/button.tsx'
import { cluster, letters, stack } from '#ui/layout.ts'
import { TextArea } from '#ui/text-area.tsx'
import { TextField } from '#ui/text-field.tsx'

import styles from './release.module.css'

type Props = {
  release: { version: number; phase: Phase; pauseReason: string }
  /** A second person has to approve the end. */
  endNeedsApproval: boolean
  /** That is asked for already. */
  isEndAsked: boolean
  sent: Sent | null
}

/** Pausing, resuming and ending a release that has been scheduled. */
export function RunningRelease({
  release: { version, phase, pauseReason },
  endNeedsApproval,
  isEndAsked,
  sent,
}: Props) {
  const hidden = <input type="hidden" name="version" value={version} />
  return (
    <>
      {/* After its closing hour nothing can start any more: it can only be ended. */}
      {phase !== 'closed' && (
        <Block id="release-pause" title={phase === 'paused' ? copy.resume : copy.pause}>
          <Form method="post" className={stack(3, { text: 'sans' })}>
            {hidden}
            {phase === 'paused' ? (
              <p className={letters.quiet}>{pauseReason}</p>
            ) : (
              <>
                <p className={letters.quiet}>
                  No new checkout starts, within two seconds. Payment pages that are open can still
                  be paid.
                </p>
                <TextArea
                  name="reason"
                  label="Why, as customers read it"
                  rows={2}
                  hint={copy.pauseReasonHint}
                  maxLength={1_000}
                  className={styles.narrow ?? ''}
                />
              </>
            )}
            <div className={cluster(2, { text: 'tight' })}>
              <Button
                name="intent"
                value={phase === 'paused' ? 'resume' : 'pause'}
                kind="secondary"
              >
                {phase === 'paused' ? copy.resume : copy.pause}
              </Button>
            </div>
          </Form>
        </Block>
      )}
      {!isEndAsked && (
        <Block id="release-end" title={copy.end}>
          <Form method="post" className={stack(3, { text: 'sans' })}>
            {hidden}
            <p className={letters.quiet}>
              It stays closed for good, and what it kept for customers is free again. Type its name
              to confirm.
            </p>
            {endNeedsApproval && <p>{approvalCopy.endHint}</p>}
            <TextField
              {...fieldsOf(sent)('name')}
              label="Name of the release"
              autoComplete="off"
              className={styles.narrow ?? ''}
            />
            <div className={cluster(2, { text: 'tight' })}>
              <Button name="intent" value="end" kind="secondary">
                {endNeedsApproval ? approvalCopy.askEnd : copy.end}
              </Button>
            </div>
          </Form>
        </Block>
      )}
    </>
  )
}
