import { Form } from 'react-router'

import { requestQueueCopy as copy } from '#domain/copy/admin-requests.ts'
import type { QueueForStaff } from '#use-cases/requests/request-queue.ts'
import { Block } from '#web/components/people/block.tsx'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SelectField } from '#web/ui/select-field.tsx'

import type { QueueRefused } from './grant-by-queue.tsx'
import styles from './requests.module.css'

type Props = {
  view: Pick<QueueForStaff, 'waitingForLater' | 'otherWines'>
  refused: QueueRefused | null
}

/** Names the wine that those who stayed in line were waiting for. */
export function LaterVintage({ view: { waitingForLater, otherWines }, refused }: Props) {
  return (
    <Block id="later-vintage" title={copy.later}>
      {refused?.form === 'later' && <Notice tone="bad">{refused.error}</Notice>}
      <p>{copy.waitingForLater(waitingForLater)}</p>
      <Form method="post" className={styles.form}>
        <SelectField
          name="to"
          label={copy.laterWine}
          hint={copy.laterHint}
          options={otherWines.map(({ id, title, subtitle }) => ({
            value: id,
            label: `${title}, ${subtitle}`,
          }))}
        />
        <Button kind="secondary" name="intent" value="name-later">
          {copy.nameLater}
        </Button>
      </Form>
    </Block>
  )
}
