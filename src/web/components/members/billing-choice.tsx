import type { ReactNode } from 'react'
import { Form } from 'react-router'

import type { Account } from '#domain/account.ts'
import { accountCopy } from '#domain/copy/account.ts'
import { Button } from '#web/ui/button.tsx'

import styles from './account-details.module.css'

type Props = { account: Account; children: ReactNode }

/** Whether billing follows shipping, and the billing block while it does not. */
export function BillingChoice({ account, children }: Props) {
  const { question, yes, no, same } = accountCopy.billing
  return (
    <>
      <section className={styles.block} aria-labelledby="billing-question">
        <h2 id="billing-question" className={styles.question}>
          {question}
        </h2>
        {!account.billingDiffers && <p className={styles.text}>{same}</p>}
        <Form method="post" className={styles.ways} preventScrollReset replace>
          <input type="hidden" name="version" value={account.version} />
          <Button
            name="intent"
            value="billing-same"
            kind={account.billingDiffers ? 'secondary' : 'primary'}
            aria-pressed={!account.billingDiffers}
          >
            {yes}
          </Button>
          <Button
            name="intent"
            value="billing-differs"
            kind={account.billingDiffers ? 'primary' : 'secondary'}
            aria-pressed={account.billingDiffers}
          >
            {no}
          </Button>
        </Form>
      </section>
      {children}
    </>
  )
}
