import type { AccountBlock } from '#domain/people/account.ts'
import { isAccountBlock } from '#domain/people/account.ts'
import type { AccountResult, SubscriptionAnswer } from '#web/components/people/shown-account.ts'
import type { AccountView } from '#web/components/people/shown-account.ts'

import { BillingChoice } from './billing-choice.tsx'
import { BlockForm } from './block-form.tsx'
import { BlockSummary } from './block-summary.tsx'
import { SubscriptionChoice } from './subscription-choice.tsx'
import { YourData } from './your-data.tsx'

type Props = AccountView & { answer?: AccountResult | SubscriptionAnswer | undefined }

/** The account in its blocks, one of which can be edited at a time. */
export function AccountDetails({ account, summary, edit, answer: response }: Props) {
  const answer = response && 'block' in response ? response : undefined
  const open = answer?.block ?? (isAccountBlock(edit) ? edit : null)
  const { fields } = account
  const block = (name: AccountBlock) =>
    open === name && fields ? (
      <BlockForm
        key={name}
        block={name}
        account={{ ...account, fields }}
        answer={answer?.block === name ? answer : null}
      />
    ) : (
      <BlockSummary block={name} summary={summary} />
    )
  return (
    <div>
      {block('personal')}
      {block('shipping')}
      <BillingChoice account={account}>{account.billingDiffers && block('billing')}</BillingChoice>
      <SubscriptionChoice account={account} />
      <YourData />
    </div>
  )
}
