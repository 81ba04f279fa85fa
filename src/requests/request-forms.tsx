import { Form, Link } from 'react-router'

import { adminRequestCopy as copy, requestQueueCopy } from './admin-requests.copy.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { membershipLevels } from '#accounts/account/membership.rules.ts'
import { grantHours, maxAnswerText } from './request.rules.ts'
import type { RequestForStaff } from './view-request.actions.server.ts'
import { Block } from '#platform/layout/block.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Notice } from '#ui/notice.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { TextField } from '#ui/text-field.tsx'

import { AnswerText } from './answer-text.tsx'
import { FormBlock } from './queues/form-block.tsx'
import styles from './requests.module.css'

/** Why an answer was refused, and the text that was typed. */
type Props = { refused: { text: string; error: string } | null }

/** Answers a free-text request. */
export const AnswerForm = ({ refused }: Props) => (
  <FormBlock
    blockId="request-answer"
    title={copy.answer}
    error={refused?.error}
    intent="answer"
    button={copy.answer}
  >
    <TextArea
      name="text"
      label={copy.declineText}
      hint={copy.answerHint}
      rows={5}
      maxLength={maxAnswerText}
      defaultValue={refused?.text ?? ''}
      required
    />
  </FormBlock>
)

/** Makes the person a member of the club. */
export const ClubForm = ({ refused }: Props) => (
  <FormBlock
    blockId="request-club"
    title={copy.club}
    error={refused?.error}
    intent="grant-club"
    button={copy.clubGrant}
  >
    <SelectField
      name="level"
      label={copy.clubLevel}
      options={Object.entries(membershipLevels).map(([value, name]) => ({
        value,
        label: `${name} (${value})`,
      }))}
    />
  </FormBlock>
)

/** Sends the confirmation that the account promised. */
export const SubscriptionForm = ({ person, refused }: Props & Pick<RequestForStaff, 'person'>) => (
  <FormBlock
    blockId="request-subscription"
    title={copy.subscription}
    error={refused?.error}
    intent="confirm-subscription"
    button={copy.confirm}
  >
    <p>
      {copy.subscriptionNow[person.subscription]} {copy.confirmHint}
    </p>
  </FormBlock>
)

type DeclineProps = Props & Pick<RequestForStaff, 'request' | 'saved'>

/** Declines a request, in a saved answer or in typed words. */
export const DeclineForm = ({ request, saved, refused }: DeclineProps) => (
  <FormBlock
    blockId="request-decline"
    title={copy.decline}
    error={refused?.error}
    kind="secondary"
    intent="decline"
    button={copy.decline}
  >
    <AnswerText saved={saved} typed={refused?.text ?? ''} />
    {request.kind !== 'other' && (
      <Checkbox
        name="keepsPlace"
        label={request.kind === 'club' ? copy.keepsClubPlace : copy.keepsPlace}
      />
    )}
  </FormBlock>
)

type GrantProps = Props & Pick<RequestForStaff, 'request' | 'grantable'>

/** Grants cases, reserved for so many hours. */
export function GrantForm({ request, grantable, refused }: GrantProps) {
  const { free, whyNot } = grantable
  const missing = free === null ? 0 : Math.max(0, 1 - free)
  return (
    <Block
      id="request-grant"
      title={copy.grant}
      action={<Link to={paths.requestQueue(request.productId!)}>{copy.queue}</Link>}
    >
      {refused && <Notice tone="bad">{refused.error}</Notice>}
      {whyNot ? (
        <p>{requestQueueCopy.errors[whyNot]}</p>
      ) : (
        <Form method="post" className={styles.form}>
          <p>{requestQueueCopy.free(free)}</p>
          <TextField
            name="units"
            label={copy.grantCases(request.units)}
            inputMode="numeric"
            required
            defaultValue={Math.max(1, Math.min(request.units, free ?? 1))}
          />
          <TextField
            name="hours"
            label={requestQueueCopy.hours}
            hint={requestQueueCopy.hoursHint(grantHours.least, grantHours.most)}
            inputMode="numeric"
            required
            defaultValue={grantHours.usual}
          />
          <TextArea
            name="text"
            label={requestQueueCopy.text}
            rows={3}
            maxLength={maxAnswerText}
            defaultValue={refused?.text ?? ''}
          />
          <Button name="intent" value="grant" disabled={missing > 0}>
            {missing > 0 ? requestQueueCopy.missing(missing) : copy.grantThis}
          </Button>
        </Form>
      )}
    </Block>
  )
}
