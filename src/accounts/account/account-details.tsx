import { useEffect, useRef } from 'react'

import { paths } from '#platform/http/paths.rules.ts'
import { Block } from '#platform/layout/block.tsx'
import { focusInView } from '#ui/focus-in-view.ts'
import { letters } from '#ui/layout.ts'

import { SubscriptionChoice } from '../consent/subscription-choice.tsx'
import { isAccountBlock } from './account-form.rules.ts'
import type { AccountBlock } from './account-form.rules.ts'
import { accountCopy } from './account.copy.ts'
import { BillingChoice } from './billing-choice.tsx'
import { BlockForm } from './block-form.tsx'
import { BlockSummary } from './block-summary.tsx'
import type { AccountResult, SubscriptionResult } from './shown-account.ts'
import type { AccountView } from './shown-account.ts'

type Props = AccountView & { result?: AccountResult | SubscriptionResult | null | undefined }

/** The account in its blocks, one of which can be edited at a time. */
export function AccountDetails({ account, summary, edit, result }: Props) {
  const saved = result && 'block' in result ? result : undefined
  const open = saved?.block ?? (isAccountBlock(edit) ? edit : null)
  const { fields } = account
  useFocusOnClosed(open)
  const block = (name: AccountBlock) =>
    open === name && fields ? (
      <BlockForm
        key={name}
        block={name}
        account={{ ...account, fields }}
        result={saved?.block === name ? saved : null}
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

/** A block that was saved or left is read on from its Edit link: the control that was pressed is gone. */
function useFocusOnClosed(open: AccountBlock | null) {
  const before = useRef(open)
  useEffect(() => {
    const closed = before.current
    before.current = open
    if (closed === null || closed === open || document.activeElement !== document.body) return
    const block = document.getElementById(`block-${closed}`)?.closest('section')
    const edit = block?.querySelector('a')
    if (edit) focusInView(edit)
  }, [open])
}

/** How the account is secured, and the data kept about a customer, to download and to delete. */
function YourData() {
  const { title, text, download, keptCards, close } = accountCopy.yourData
  return (
    <Block id="your-data" title={title}>
      <p>
        <a href={paths.security()}>{accountCopy.security}</a>
      </p>
      <p>
        <a href={paths.keptCards()}>{keptCards}</a>
      </p>
      <p>
        <a href={paths.yourData()} download>
          {download}
        </a>
        <span className={letters.below}>{text}</span>
      </p>
      <p>
        <a href={paths.closeAccount()}>{close}</a>
      </p>
    </Block>
  )
}
