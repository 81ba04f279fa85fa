import { Form, Link } from 'react-router'

import { adminRequestCopy as copy, requestQueueCopy } from '#domain/copy/admin-requests.ts'
import { paths } from '#domain/paths.ts'
import { grantHours, maxAnswerText } from '#domain/requests/request.ts'
import type { RequestForStaff } from '#use-cases/requests/view-request.ts'
import { Block } from '#web/components/people/block.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'

import type { Refused } from './refused.tsx'
import { RefusedNotice } from './refused.tsx'
import styles from './requests.module.css'

type Props = Pick<RequestForStaff, 'request' | 'grantable'> & { refused: Refused }

/** A yes: cases set aside for so many hours. */
export function GrantForm({ request, grantable, refused }: Props) {
  const { free, whyNot } = grantable
  const missing = free === null ? 0 : Math.max(0, 1 - free)
  return (
    <Block
      id="request-grant"
      title={copy.grant}
      way={<Link to={paths.requestQueue(request.productId!)}>{copy.queue}</Link>}
    >
      <RefusedNotice refused={refused} />
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
