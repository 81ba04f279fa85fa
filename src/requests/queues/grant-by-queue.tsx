import { Form } from 'react-router'

import { requestQueueCopy as copy } from '../admin-requests.copy.ts'
import { grantHours, maxAnswerText, requestNumber } from '../request.rules.ts'
import type { QueuePreview, QueueRule } from './grant-by-queue.actions.server.ts'
import type { QueueForStaff } from './request-queue.actions.server.ts'
import { Block } from '#platform/layout/block.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { RowsTable } from '#ui/data-table.tsx'
import { Notice } from '#ui/notice.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { TextField } from '#ui/text-field.tsx'

import styles from '../requests.module.css'

export type QueueRefused =
  | { form: 'grant' | 'settings' | 'later' | 'close'; error: string }
  | { form: 'decline'; error: string; text: string }
/** A rule as it was typed, with who would get what. */
export type QueueShown = { rule: QueueRule; hours: number; text: string; preview: QueuePreview }

type Props = { view: QueueForStaff; refused: QueueRefused | null; shown: QueueShown | null }

/** Grants in two steps: the rule with its preview, then exactly what was previewed. */
export function GrantByQueue({ view, refused, shown }: Props) {
  const { queue, waiting, free, whyNotGrantable } = view
  const whyNot = whyNotGrantable && copy.errors[whyNotGrantable]
  return (
    <Block id="grant-by-queue" title={copy.grant}>
      {refused?.form === 'grant' && <Notice tone="bad">{refused.error}</Notice>}
      <p>{copy.free(free)}</p>
      {whyNot || waiting === 0 ? (
        <p>{whyNot ?? copy.nobody}</p>
      ) : (
        <Form method="post" className={styles.form} key={JSON.stringify(shown?.rule)}>
          <TextField
            name="cases"
            label={copy.cases}
            inputMode="numeric"
            required
            defaultValue={shown?.rule.cases ?? Math.max(0, Math.min(free ?? 0, view.asked))}
          />
          <TextField
            name="most"
            label={copy.most}
            inputMode="numeric"
            required
            defaultValue={shown?.rule.most ?? queue.mostPerPerson}
          />
          <Checkbox
            name="skipsNotServed"
            label={copy.skipsNotServed}
            defaultChecked={shown?.rule.skipsNotServed ?? true}
          />
          <Checkbox
            name="skipsGranted"
            label={copy.skipsGranted}
            defaultChecked={shown?.rule.skipsGranted ?? true}
          />
          <TextField
            name="hours"
            label={copy.hours}
            hint={copy.hoursHint(grantHours.least, grantHours.most)}
            inputMode="numeric"
            required
            defaultValue={shown?.hours ?? grantHours.usual}
          />
          <TextArea
            name="text"
            label={copy.text}
            rows={3}
            maxLength={maxAnswerText}
            defaultValue={shown?.text ?? ''}
          />
          <Button kind="secondary" name="intent" value="preview">
            {copy.preview}
          </Button>
          {shown && <Preview {...shown} />}
        </Form>
      )}
    </Block>
  )
}

function Preview({ preview: { people, sum, free, mark } }: QueueShown) {
  if (people.length === 0) return <p role="status">{copy.errors.nobody}</p>
  const missing = sum - (free ?? 0)
  return (
    <>
      <p role="status">{copy.sum(people.length, sum)}</p>
      <RowsTable
        label={copy.preview}
        rows={people}
        rowKey={({ requestId }) => requestId}
        columns={[
          { label: copy.request, cell: ({ number }) => requestNumber(number) },
          {
            label: copy.person,
            cell: ({ firstName, lastName, email }) => `${firstName} ${lastName}`.trim() || email,
          },
          { label: copy.getsCases, numeric: true, cell: ({ units }) => units },
        ]}
      />
      <input type="hidden" name="mark" value={mark} />
      <Button name="intent" value="grant" disabled={missing > 0}>
        {missing > 0 ? copy.missing(missing) : copy.grantThese(people.length)}
      </Button>
    </>
  )
}
