import { Form } from 'react-router'

import { accountCopy } from '#domain/copy/account.ts'
import type { ShownAccount } from '#web/routes/members/account-view.ts'
import { Button } from '#web/ui/button.tsx'

import { Block } from './block.tsx'

/** The subscription as it stands, and the way to the other. */
export function SubscriptionChoice({ account }: { account: ShownAccount }) {
  const copy = accountCopy.subscription
  const other = account.subscription === 'active' ? 'inactive' : 'active'
  return (
    <Block id="subscription" title={copy.title}>
      <p>{copy[account.subscription].state}</p>
      <Form method="post" preventScrollReset replace>
        <input type="hidden" name="account" value={account.id} />
        <Button kind="secondary" name="intent" value={`subscription-${other}`}>
          {copy[account.subscription].choice}
        </Button>
      </Form>
    </Block>
  )
}
