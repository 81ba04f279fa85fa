import { Form, Link } from 'react-router'

import type { Sent } from '#platform/action/sent-form.ts'
import { boxesOf, fieldsOf } from '#platform/action/sent-form.ts'
import { levelOptions, levels } from '#platform/club/club.rules.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { Block } from '#platform/layout/block.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { fields } from '#ui/layout.ts'
import { SelectField } from '#ui/select-field.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { TextField } from '#ui/text-field.tsx'

import { requestCopy as copy } from './admin-requests.copy.ts'
import type { RequestForStaff } from './answer-requests.actions.server.ts'
import { AnswerText } from './answer-text.tsx'
import { FormBlock } from './queues/form-block.tsx'
import { NotGrantable } from './queues/not-grantable.tsx'
import { grantHours, isForWine, kindFacts, maxAnswerText } from './request.rules.ts'

type Props = { sent: Sent | null }

/** Answers a free-text request. */
export const AnswerForm = ({ sent }: Props) => (
  <FormBlock blockId="request-answer" title="Say yes" intent="answer" button="Say yes">
    <TextArea
      label={copy.read}
      hint="We email them this with what they asked for, and close the request. To say no, decline it below."
      rows={5}
      maxLength={maxAnswerText}
      required
      {...fieldsOf(sent)('text')}
    />
  </FormBlock>
)

/** Makes the person a member of the club. */
export const ClubForm = ({ sent }: Props) => (
  <FormBlock
    blockId="request-club"
    title="Welcome to the club"
    intent="grant-club"
    button="Grant the membership"
  >
    <SelectField
      label="Level"
      options={levelOptions.map(([value, name]) => ({
        value,
        label: `${name} (${value})`,
      }))}
      {...fieldsOf(sent, { level: levels[0]! })('level')}
    />
  </FormBlock>
)

/** Sends the confirmation that the account promised. */
export const SubscriptionForm = ({ person }: Pick<RequestForStaff, 'person'>) => (
  <FormBlock
    blockId="request-subscription"
    title="Subscription"
    intent="confirm-subscription"
    button="Confirm by email"
  >
    <p>
      Their subscription is {person.subscription}. We email them a confirmation and close the
      request.
    </p>
  </FormBlock>
)

/** Declines a request, in a saved answer or in typed words. */
export const DeclineForm = ({
  request,
  saved,
  sent,
}: Props & Pick<RequestForStaff, 'request' | 'saved'>) => (
  <FormBlock
    blockId="request-decline"
    title={copy.decline}
    kind="secondary"
    intent="decline"
    button={copy.decline}
  >
    <AnswerText {...{ saved, sent }} />
    {kindFacts[request.kind].hasQueue && request.state === 'open' && (
      <Checkbox
        label={isForWine(request.kind) ? copy.keepsPlace : 'Not now: they keep their place'}
        {...boxesOf(sent)('keepsPlace')}
      />
    )}
  </FormBlock>
)

/** Grants cases, reserved for so many hours. */
export function GrantForm({
  request,
  grantable,
  sent,
}: Props & Pick<RequestForStaff, 'request' | 'grantable'>) {
  const { free, whyNot } = grantable
  const missing = free === null ? 0 : Math.max(0, 1 - free)
  const field = fieldsOf(sent, {
    units: String(Math.max(1, Math.min(request.units, free ?? 1))),
    hours: String(grantHours.usual),
  })
  const count = { inputMode: 'numeric', required: true } as const
  return (
    <Block
      id="request-grant"
      title="Grant"
      action={<Link to={paths.requestQueue(request.productId!)}>Queue of this wine</Link>}
    >
      {whyNot ? (
        <NotGrantable whyNot={whyNot} productId={request.productId!} />
      ) : (
        <Form method="post" className={fields(34)}>
          <p>{copy.free(free)}</p>
          <TextField
            label={request.units === 1 ? 'Cases' : `Cases, up to ${request.units}`}
            {...count}
            {...field('units')}
          />
          <TextField label={copy.hours} hint={copy.hoursHint} {...count} {...field('hours')} />
          <TextArea label={copy.text} rows={3} maxLength={maxAnswerText} {...field('text')} />
          <Button name="intent" value="grant" disabled={missing > 0}>
            {missing > 0 ? copy.missing(missing) : 'Set it aside for them'}
          </Button>
        </Form>
      )}
    </Block>
  )
}
