import { adminRequestCopy, requestQueueCopy as copy } from '../admin-requests.copy.ts'
import type { QueueForStaff } from './request-queue.actions.server.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { TextField } from '#ui/text-field.tsx'

import { AnswerText } from '../answer-text.tsx'
import { FormBlock } from './form-block.tsx'
import type { QueueRefused } from './grant-by-queue.tsx'
import { declineFormId } from '../line.tsx'

type Props = { view: QueueForStaff; refused: QueueRefused | null }

/** Names the wine for those who stayed in line for a later vintage. */
export const LaterVintage = ({ view: { waitingForLater, otherWines }, refused }: Props) => (
  <FormBlock
    blockId="later-vintage"
    title={copy.later}
    intro={copy.waitingForLater(waitingForLater)}
    error={errorOf('later', refused)}
    kind="secondary"
    intent="name-later"
    button={copy.nameLater}
  >
    <SelectField
      name="to"
      label={copy.laterWine}
      hint={copy.laterHint}
      options={otherWines.map(({ id, title, subtitle }) => ({
        value: id,
        label: `${title}, ${subtitle}`,
      }))}
    />
  </FormBlock>
)

/** Declines some or all requests in line for a wine, in the same words. */
export const DeclineLine = ({ view: { waiting, mark, saved }, refused }: Props) => (
  <FormBlock
    blockId="decline"
    id={declineFormId}
    title={copy.decline}
    intro={copy.declineIntro}
    error={errorOf('decline', refused)}
    kind="secondary"
    intent="decline"
    button={copy.decline}
  >
    <input type="hidden" name="mark" value={mark} />
    <Checkbox name="all" label={copy.declineAll(waiting)} />
    <AnswerText saved={saved} typed={refused?.form === 'decline' ? refused.text : ''} />
    <Checkbox name="keepsPlace" label={adminRequestCopy.keepsPlace} />
  </FormBlock>
)

/** Closes the requests in line for a wine, as many as were shown, each with an answer. */
export const CloseQueue = ({ view: { waiting, mark }, refused }: Props) => (
  <FormBlock
    blockId="close-queue"
    title={copy.close}
    intro={copy.closeIntro(waiting)}
    error={errorOf('close', refused)}
    kind="secondary"
    intent="close"
    button={copy.closeThese(waiting)}
  >
    <input type="hidden" name="mark" value={mark} />
  </FormBlock>
)

/** How the requests for a wine are granted. */
export const QueueSettings = ({ view: { queue }, refused }: Props) => (
  <FormBlock
    key={queue.version}
    blockId="queue-settings"
    title={copy.settings}
    error={errorOf('settings', refused)}
    kind="secondary"
    intent="save"
    button={copy.save}
  >
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
  </FormBlock>
)

const errorOf = (form: QueueRefused['form'], refused: QueueRefused | null) =>
  refused?.form === form ? refused.error : undefined
