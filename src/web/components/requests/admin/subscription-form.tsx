import { Form } from 'react-router'

import { adminRequestCopy as copy } from '#domain/copy/admin-requests.ts'
import type { RequestForStaff } from '#use-cases/requests/view-request.ts'
import { Block } from '#web/components/people/block.tsx'
import { Button } from '#web/ui/button.tsx'

import type { Refused } from './refused.tsx'
import { RefusedNotice } from './refused.tsx'
import styles from './requests.module.css'

type Props = Pick<RequestForStaff, 'person'> & { refused: Refused }

/** Sends the confirmation that the account promised. */
export function SubscriptionForm({ person, refused }: Props) {
  return (
    <Block id="request-subscription" title={copy.subscription}>
      <Form method="post" className={styles.form}>
        <RefusedNotice refused={refused} />
        <p>
          {copy.subscriptionNow[person.subscription]} {copy.confirmHint}
        </p>
        <Button name="intent" value="confirm-subscription">
          {copy.confirm}
        </Button>
      </Form>
    </Block>
  )
}
