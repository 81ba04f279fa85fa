import type { ComponentProps } from 'react'

import { AccountDetails } from '#accounts/account/account-details.tsx'
import type { AccountResult, SubscriptionResult } from '#accounts/account/shown-account.ts'
import { OrderHistory } from '#storefront/orders/order-history.tsx'
import { CurrentRelease } from '#storefront/release-cards/current-release.tsx'

import { Dashboard } from './dashboard.tsx'
import { MembershipHistory } from './membership-history.tsx'

/** The data of one view of the members area. */
export type MembersContentData =
  | ({ view: 'current' } & ComponentProps<typeof CurrentRelease>)
  | ({ view: 'dash' } & ComponentProps<typeof Dashboard>)
  | ({ view: 'orders' } & ComponentProps<typeof OrderHistory>)
  | { view: 'account'; shown: Omit<ComponentProps<typeof AccountDetails>, 'result'> }
  | ({ view: 'membership' } & ComponentProps<typeof MembershipHistory>)

type Props = {
  content: MembersContentData
  result?: AccountResult | SubscriptionResult | null | undefined
}

/** The view that the sub-menu's address names. */
export function MembersContent({ content, result }: Props) {
  switch (content.view) {
    case 'current':
      return <CurrentRelease preview={content.preview} />
    case 'dash':
      return <Dashboard isClubMember={content.isClubMember} level={content.level} />
    case 'orders':
      return <OrderHistory history={content.history} />
    case 'account':
      return <AccountDetails {...content.shown} result={result} />
    case 'membership':
      return <MembershipHistory membership={content.membership} />
  }
}
