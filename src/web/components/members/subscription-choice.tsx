import { Form } from 'react-router'

import type { Account } from '#domain/account.ts'
import { accountCopy } from '#domain/copy/account.ts'
import { Button } from '#web/ui/button.tsx'

import styles from './account-details.module.css'

/** The subscription as it stands, and the way to the other. */
export function SubscriptionChoice({ account }: { account: Account }) {
  const copy = accountCopy.subscription
  const other = account.subscription === 'active' ? 'inactive' : 'active'
  return (
    <section className={styles.block} aria-labelledby="subscription">
      <div className={styles.head}>
        <h2 id="subscription">{copy.title}</h2>
      </div>
      <p className={styles.text}>{copy[account.subscription].state}</p>
      <Form method="post" replace>
        <Button kind="secondary" name="intent" value={`subscription-${other}`}>
          {copy[account.subscription].choice}
        </Button>
      </Form>
    </section>
  )
}
