import type { Sent } from '#platform/action/sent-form.ts'
import { boxesOf, fieldsOf } from '#platform/action/sent-form.ts'
import { plural } from '#platform/text/plural.rules.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { TextField } from '#ui/text-field.tsx'

import { requestCopy } from '../admin-requests.copy.ts'
import { AnswerText } from '../answer-text.tsx'
import { automaticGrants } from '../request.rules.ts'
import { FormBlock } from './form-block.tsx'
import { mostPerPerson } from './grant-by-queue.tsx'
import type { QueueForStaff } from './queue.actions.server.ts'

type Props = { view: QueueForStaff }
type SentProps = Props & { sent: Sent | null }

/** Names the wine for those who stayed in line for a later vintage. */
export const LaterVintage = ({ view: { waitingForLater, otherWines } }: Props) => (
  <FormBlock
    blockId="later-vintage"
    title="Later vintage"
    intro={`${plural(waitingForLater, 'request waits', 'requests wait')} for a later vintage of this wine.`}
    kind="secondary"
    intent="name-later"
    button="Put them in line"
  >
    <SelectField
      name="to"
      label="The later vintage"
      hint="They keep their order, behind anyone already in line for that wine."
      options={otherWines.map(({ id, title, subtitle }) => ({
        value: id,
        label: `${title}, ${subtitle}`,
      }))}
    />
  </FormBlock>
)

/** The boxes of the rows belong to the form that declines. */
export const declineFormId = 'decline-line'

/** Declines some or all requests in line for a wine, in the same words. */
export const DeclineLine = ({ view: { waiting, mark, saved }, sent }: SentProps) => (
  <FormBlock
    blockId="decline"
    id={declineFormId}
    title={requestCopy.decline}
    intro="Choose requests in the line above, or everyone. Each person is told by email, in these words."
    kind="secondary"
    intent="decline"
    button={requestCopy.decline}
  >
    <input type="hidden" name="mark" value={mark} />
    <Checkbox
      label={
        waiting === 1 ? 'The one request in line' : `All ${waiting.toLocaleString('en-US')} in line`
      }
      {...boxesOf(sent)('all')}
    />
    <AnswerText {...{ saved, sent }} />
    <Checkbox label={requestCopy.keepsPlace} {...boxesOf(sent)('keepsPlace')} />
  </FormBlock>
)

/** Closes the requests in line for a wine, as many as were shown, each with an answer. */
export const CloseQueue = ({ view: { waiting, mark } }: Props) => (
  <FormBlock
    blockId="close-queue"
    title="Close the queue"
    intro={
      waiting === 1
        ? 'Ends the request in line. The person is told by email that there was not enough wine.'
        : `Ends the ${waiting.toLocaleString('en-US')} requests in line. Each person is told by email that there was not enough wine.`
    }
    kind="secondary"
    intent="close"
    button={`Close ${plural(waiting, 'request')}`}
  >
    <input type="hidden" name="mark" value={mark} />
  </FormBlock>
)

const orderName = {
  'first-asked': 'First asked, first served',
  'rules-first': 'Club level and purchases first',
} as const

/** How the requests for a wine are granted. */
export const QueueSettings = ({ view: { queue }, sent }: SentProps) => (
  <FormBlock
    key={queue.version}
    blockId="queue-settings"
    title="How the queue works"
    folded={{
      line: `${queue.isOpen ? 'Open' : 'Closed'}, ${orderName[queue.order].toLowerCase()}, at most ${plural(queue.mostPerPerson, 'case')} per person`,
      isOpen: sent !== null,
    }}
    kind="secondary"
    intent="save"
    button="Save"
  >
    <input type="hidden" name="version" value={queue.version} />
    <Checkbox
      label="Customers may ask for more than their allocation"
      {...boxesOf(sent, { isOpen: queue.isOpen })('isOpen')}
    />
    <SelectField
      label="Order"
      hint="With “Club level and purchases first”, customers see no place in line."
      options={Object.entries(orderName).map(([value, label]) => ({ value, label }))}
      {...fieldsOf(sent, { order: queue.order })('order')}
    />
    <Checkbox
      label="Customers see their place in line"
      {...boxesOf(sent, { showsPosition: queue.showsPosition })('showsPosition')}
    />
    <TextField
      label={mostPerPerson}
      inputMode="numeric"
      required
      {...fieldsOf(sent, { mostPerPerson: String(queue.mostPerPerson) })('mostPerPerson')}
    />
    <Checkbox
      label="An unused grant goes to the next in line automatically"
      hint={`From 8 AM to 8 PM in the shop’s time zone, at most ${automaticGrants.perDay} in 24 hours.`}
      {...boxesOf(sent, { isAutomatic: queue.isAutomatic })('isAutomatic')}
    />
  </FormBlock>
)
