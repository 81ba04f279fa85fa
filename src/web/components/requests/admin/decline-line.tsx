import { Form } from 'react-router'

import { adminRequestCopy, requestQueueCopy as copy } from '#domain/copy/admin-requests.ts'
import type { QueueForStaff } from '#use-cases/requests/request-queue.ts'
import { Block } from '#web/components/people/block.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Notice } from '#web/ui/notice.tsx'

import { AnswerText } from './answer-text.tsx'
import type { QueueRefused } from './grant-by-queue.tsx'
import styles from './requests.module.css'

/** The boxes of the line belong to this form. */
export const declineFormId = 'decline-line'

type Props = {
  view: Pick<QueueForStaff, 'waiting' | 'mark' | 'saved'>
  refused: QueueRefused | null
}

/** A no to some or all in line for a wine, in the same words. */
export function DeclineLine({ view: { waiting, mark, saved }, refused }: Props) {
  const own = refused?.form === 'decline' ? refused : null
  return (
    <Block id="decline" title={copy.decline}>
      <p>{copy.declineIntro}</p>
      <Form method="post" id={declineFormId} className={styles.form}>
        {own && <Notice tone="bad">{own.error}</Notice>}
        <input type="hidden" name="mark" value={mark} />
        <Checkbox name="all" label={copy.declineAll(waiting)} />
        <AnswerText saved={saved} typed={own?.text ?? ''} />
        <Checkbox name="keepsPlace" label={adminRequestCopy.keepsPlace} />
        <Button kind="secondary" name="intent" value="decline">
          {copy.decline}
        </Button>
      </Form>
    </Block>
  )
}
