import { Form } from 'react-router'

import type { Sent } from '#platform/action/sent-form.ts'
import { boxesOf, fieldsOf } from '#platform/action/sent-form.ts'
import { Block } from '#platform/layout/block.tsx'
import { plural } from '#platform/text/plural.rules.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { RowsTable } from '#ui/data-table.tsx'
import { fields } from '#ui/layout.ts'
import { TextArea } from '#ui/text-area.tsx'
import { TextField } from '#ui/text-field.tsx'

import { requestCopy as copy } from '../admin-requests.copy.ts'
import { grantHours, maxAnswerText, requestNumber } from '../request.rules.ts'
import type { QueuePreview } from './grant-by-queue.actions.server.ts'
import { NotGrantable } from './not-grantable.tsx'
import type { QueueForStaff } from './queue.actions.server.ts'

type Props = { view: QueueForStaff; sent: Sent<QueuePreview> | null }

/** Grants in two steps: the rule with its preview, then exactly what was previewed. */
export function GrantByQueue({ view, sent }: Props) {
  const { queue, waiting, free, whyNotGrantable } = view
  const field = fieldsOf(sent, {
    cases: String(Math.max(0, Math.min(free ?? 0, view.asked))),
    most: String(queue.mostPerPerson),
    hours: String(grantHours.usual),
  })
  const box = boxesOf(sent, { skipsNotServed: true, skipsGranted: true })
  const count = { inputMode: 'numeric', required: true } as const
  return (
    <Block id="grant-by-queue" title="Grant by queue">
      {whyNotGrantable !== 'no-stock' && <p>{copy.free(free)}</p>}
      {whyNotGrantable ? (
        <NotGrantable whyNot={whyNotGrantable} productId={view.wine.id} />
      ) : waiting === 0 ? (
        <p>{nobody}</p>
      ) : (
        <Form method="post" className={fields(34)}>
          <TextField label="Cases to grant" {...count} {...field('cases')} />
          <TextField label={mostPerPerson} {...count} {...field('most')} />
          <Checkbox label="Skip people in states we don’t ship to" {...box('skipsNotServed')} />
          <Checkbox label="Skip people who already have a grant" {...box('skipsGranted')} />
          <TextField label={copy.hours} hint={copy.hoursHint} {...count} {...field('hours')} />
          <TextArea label={copy.text} rows={3} maxLength={maxAnswerText} {...field('text')} />
          <Button kind="secondary" name="intent" value="preview">
            Preview
          </Button>
          {sent?.shown && <Preview {...sent.shown} />}
        </Form>
      )}
    </Block>
  )
}

export const nobody = 'Nobody is waiting for this wine.'
export const mostPerPerson = 'Most cases per person'

/** Such as “Left out: 2 in states we don’t ship to, 1 with a grant.” */
function leftOutText({ notServed, granted }: QueuePreview['leftOut']): string {
  const parts = [
    notServed > 0 && `${notServed} in states we don’t ship to`,
    granted > 0 && `${granted} with a grant`,
  ].filter(Boolean)
  return parts.length > 0 ? `Left out: ${parts.join(', ')}.` : ''
}

function Preview({ people, leftOut, sum, free, mark }: QueuePreview) {
  const without = leftOutText(leftOut)
  if (people.length === 0)
    return <p role="status">By these rules, nobody would get a case. {without}</p>
  const missing = sum - (free ?? 0)
  const persons = plural(people.length, 'person', 'people')
  return (
    <>
      <p role="status">
        {plural(people.length, 'person gets', 'people get')} {plural(sum, 'case')} in all:
      </p>
      <RowsTable
        label="Preview"
        rows={people}
        rowKey={({ requestId }) => requestId}
        columns={[
          { label: 'Request', cell: ({ number }) => requestNumber(number) },
          {
            label: 'Person',
            cell: ({ firstName, lastName, email }) => `${firstName} ${lastName}`.trim() || email,
          },
          { label: 'Cases', numeric: true, cell: ({ units }) => units },
        ]}
      />
      {without && <p>{without}</p>}
      <input type="hidden" name="mark" value={mark} />
      <Button name="intent" value="grant" disabled={missing > 0}>
        {missing > 0 ? copy.missing(missing) : `Grant to ${persons}`}
      </Button>
    </>
  )
}
