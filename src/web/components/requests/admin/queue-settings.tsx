import { Form } from 'react-router'

import { requestQueueCopy as copy } from '#domain/copy/admin-requests.ts'
import type { QueueForStaff } from '#use-cases/requests/request-queue.ts'
import { Block } from '#web/components/people/block.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'

import type { QueueRefused } from './grant-by-queue.tsx'
import styles from './requests.module.css'

type Props = { view: QueueForStaff; refused: QueueRefused | null }

/** How the requests for a wine are worked off. */
export function QueueSettings({ view: { queue }, refused }: Props) {
  return (
    <Block id="queue-settings" title={copy.settings}>
      <Form method="post" className={styles.form} key={queue.version}>
        {refused?.form === 'settings' && <Notice tone="bad">{refused.error}</Notice>}
        <input type="hidden" name="version" value={queue.version} />
        <Checkbox name="isOpen" label={copy.isOpen} defaultChecked={queue.isOpen} />
        <SelectField
          name="order"
          label={copy.order}
          hint={copy.orderHint}
          defaultValue={queue.order}
          options={Object.entries(copy.orders).map(([value, label]) => ({ value, label }))}
        />
        <Checkbox
          name="showsPosition"
          label={copy.showsPosition}
          defaultChecked={queue.showsPosition}
        />
        <TextField
          name="mostPerPerson"
          label={copy.most}
          inputMode="numeric"
          required
          defaultValue={queue.mostPerPerson}
        />
        <Checkbox
          name="isAutomatic"
          label={copy.isAutomatic}
          hint={copy.automaticHint}
          defaultChecked={queue.isAutomatic}
        />
        <Button kind="secondary" name="intent" value="save">
          {copy.save}
        </Button>
      </Form>
    </Block>
  )
}
