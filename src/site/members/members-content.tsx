import type { ComponentProps } from 'react'

import type { SignedIn } from '#platform/access/signed-in.ts'
import type { MembersView } from '#platform/layout/members.copy.ts'
import type { ShopDates } from '#platform/text/dates.rules.ts'
import type { Services } from '#platform/services/services.ts'
import { CurrentRelease } from '#storefront/release-cards/current-release.tsx'
import { Dashboard } from './dashboard.tsx'
import { OrderHistory } from '#storefront/orders/order-history.tsx'
import { AccountDetails } from '#accounts/account/account-details.tsx'
import { MembershipHistory } from './membership-history.tsx'
import type { AccountResult, SubscriptionResult } from '#accounts/account/shown-account.ts'
import type { Placeholders } from '#platform/http/placeholders.ts'
import { orderHistoryView } from '#storefront/orders/order-history-view.ts'
import { accountView } from '#accounts/account/account-view.ts'
import { viewAccount } from '#accounts/account/view-account.actions.server.ts'
import { orderHistory } from '#storefront/orders/order-history.actions.server.ts'
import { viewPreview } from '#storefront/release-cards/preview.actions.server.ts'

type Asked = {
  services: Services
  viewer: SignedIn
  url: URL
  placeholders: Placeholders
  dates: ShopDates
}

/** The data of one view of the members area. */
type MembersContentData =
  | ({ view: 'current' } & ComponentProps<typeof CurrentRelease>)
  | ({ view: 'dash' } & ComponentProps<typeof Dashboard>)
  | ({ view: 'orders' } & ComponentProps<typeof OrderHistory>)
  | { view: 'account'; shown: Omit<ComponentProps<typeof AccountDetails>, 'result'> }
  | ({ view: 'membership' } & ComponentProps<typeof MembershipHistory>)

/** Reads it; only on the server. */
export async function contentOf(view: MembersView, asked: Asked): Promise<MembersContentData> {
  const { services, viewer, url, placeholders, dates } = asked
  switch (view) {
    case 'current':
      return { view, preview: await viewPreview(services, viewer) }
    case 'dash':
      return {
        view,
        isClubMember: viewer.membership,
        level: viewer.membershipLevel,
      }
    case 'orders':
      return {
        view,
        history: orderHistoryView(
          await orderHistory(services, viewer, pageOf(url)),
          placeholders,
          dates,
        ),
      }
    case 'account':
      return { view, shown: await accountView(asked) }
    case 'membership':
      return { view, membership: placeholders.of((await viewAccount(services, viewer)).membership) }
  }
}

const pageOf = ({ searchParams }: URL): number => {
  const page = Number(searchParams.get('page') ?? 1)
  return Number.isSafeInteger(page) && page >= 1 && page <= 100_000 ? page : 1
}

type Props = {
  content: MembersContentData
  result?: AccountResult | SubscriptionResult | undefined
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
