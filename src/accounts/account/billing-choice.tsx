import type { ReactNode } from 'react'
import { Form } from 'react-router'

import { Block } from '#platform/layout/block.tsx'
import { Button } from '#ui/button.tsx'
import { cluster } from '#ui/layout.ts'

import { accountCopy } from './account.copy.ts'
import type { ShownAccount } from './shown-account.ts'

type Props = { account: ShownAccount; children: ReactNode }

/** Whether billing follows shipping, and the billing block while it does not. */
export function BillingChoice({ account, children }: Props) {
  const { question, yes, no, same } = accountCopy.billing
  return (
    <>
      <Block id="billing-question" title={question}>
        {!account.billingDiffers && <p>{same}</p>}
        <Form method="post" className={cluster([2, 3])} preventScrollReset replace>
          <input type="hidden" name="account" value={account.id} />
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
      </Block>
      {children}
    </>
  )
}
