import { Form } from 'react-router'

import { requestQueueCopy as copy } from '#domain/copy/admin-requests.ts'
import type { QueueForStaff } from '#use-cases/requests/request-queue.ts'
import { Block } from '#web/components/people/block.tsx'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'

import type { QueueRefused } from './grant-by-queue.tsx'
import styles from './requests.module.css'

type Props = { view: Pick<QueueForStaff, 'waiting' | 'mark'>; refused: QueueRefused | null }

/** Ends what is in line for a wine, as many as staff see here: nobody is left without an answer. */
export function CloseQueue({ view: { waiting, mark }, refused }: Props) {
  return (
    <Block id="close-queue" title={copy.close}>
      {refused?.form === 'close' && <Notice tone="bad">{refused.error}</Notice>}
      <p>{copy.closeIntro(waiting)}</p>
      <Form method="post" className={styles.form}>
        <input type="hidden" name="mark" value={mark} />
        <Button kind="secondary" name="intent" value="close">
          {copy.closeThese(waiting)}
        </Button>
      </Form>
    </Block>
  )
}
