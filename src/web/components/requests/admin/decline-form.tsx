import { Form } from 'react-router'

import { adminRequestCopy as copy } from '#domain/copy/admin-requests.ts'
import type { RequestForStaff } from '#use-cases/requests/view-request.ts'
import { Block } from '#web/components/people/block.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'

import { AnswerText } from './answer-text.tsx'
import type { Refused } from './refused.tsx'
import { RefusedNotice } from './refused.tsx'
import styles from './requests.module.css'

type Props = Pick<RequestForStaff, 'request' | 'saved'> & { refused: Refused }

/** A no in friendly words: chosen from the saved ones, and edited. */
export function DeclineForm({ request, saved, refused }: Props) {
  return (
    <Block id="request-decline" title={copy.decline}>
      <Form method="post" className={styles.form}>
        <RefusedNotice refused={refused} />
        <AnswerText saved={saved} typed={refused?.text ?? ''} />
        {request.kind !== 'other' && (
          <Checkbox
            name="keepsPlace"
            label={request.kind === 'club' ? copy.keepsClubPlace : copy.keepsPlace}
          />
        )}
        <Button kind="secondary" name="intent" value="decline">
          {copy.decline}
        </Button>
      </Form>
    </Block>
  )
}
