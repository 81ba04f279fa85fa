import { CurrentRelease } from '#web/components/catalogue/current-release.tsx'
import type { AccountResult, SubscriptionAnswer } from '#web/components/people/shown-account.ts'
import type { MembersContentData } from '#web/routes/members/members-content.ts'

import { AccountDetails } from '#web/components/people/account-details.tsx'
import { Dashboard } from './dashboard.tsx'
import { MembershipHistory } from '#web/components/people/membership-history.tsx'
import { OrderHistory } from '#web/components/orders/order-history.tsx'

type Props = {
  content: MembersContentData
  answer?: AccountResult | SubscriptionAnswer | undefined
}

/** The view that the sub-menu's address names. */
export function MembersContent({ content, answer }: Props) {
  switch (content.view) {
    case 'current':
      return <CurrentRelease preview={content.preview} />
    case 'dash':
      return (
        <Dashboard
          isClubMember={content.isClubMember}
          level={content.level}
          hasRequests={content.hasRequests}
        />
      )
    case 'orders':
      return <OrderHistory history={content.history} />
    case 'account':
      return <AccountDetails {...content.shown} answer={answer} />
    case 'membership':
      return <MembershipHistory membership={content.membership} />
  }
}
