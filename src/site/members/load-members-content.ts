import { redirect } from 'react-router'

import { accountView } from '#accounts/account/account-view.ts'
import { viewAccount } from '#accounts/account/view-account.actions.server.ts'
import type { SignedIn } from '#platform/access/signed-in.ts'
import { wholeNumberIn } from '#platform/form/form-text.rules.ts'
import { paths } from '#platform/http/paths.rules.ts'
import type { Placeholders } from '#platform/http/placeholders.ts'
import type { MembersView } from '#platform/layout/members.copy.ts'
import type { Services } from '#platform/services/services.ts'
import type { ShopDates } from '#platform/text/dates.rules.ts'
import { orderHistoryView } from '#storefront/orders/order-history-view.ts'
import { orderHistory } from '#storefront/orders/order-history.actions.server.ts'
import { viewPreview } from '#storefront/release-cards/preview.actions.server.ts'

import type { MembersContentData } from './members-content.tsx'

type Asked = {
  services: Services
  viewer: SignedIn
  url: URL
  placeholders: Placeholders
  dates: ShopDates
}

/** Reads what one view of the members area shows. */
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
    case 'orders': {
      const history = await orderHistory(services, viewer, pageOf(url))
      if (history.orders.length === 0 && history.page > 1) throw redirect(paths.members('orders'))
      return { view, history: orderHistoryView(history, placeholders, dates) }
    }
    case 'account':
      return { view, shown: await accountView(asked) }
    case 'membership':
      return { view, membership: placeholders.of((await viewAccount(services, viewer)).membership) }
  }
}

const pageOf = ({ searchParams }: URL): number => {
  const page = wholeNumberIn(searchParams.get('page')) ?? 1
  return page >= 1 && page <= 100_000 ? page : 1
}
