import type { ShopDates } from '#domain/dates.ts'
import type { SignedIn } from '#data/people/users.ts'
import type { Shop } from '#use-cases/shop.ts'
import type { MembersContentData } from '#web/components/members/members-content.tsx'
import type { Placeholders } from '#web/placeholders.ts'
import type { MembersView } from '#domain/paths.ts'

import { accountView } from '#web/routes/people/account-view.ts'
import { orderHistoryView } from '#web/routes/orders/order-history-view.ts'

type Asked = {
  shop: Shop
  viewer: SignedIn
  url: URL
  placeholders: Placeholders
  dates: ShopDates
}

/** Reads the data of one view of the members area. */
export async function contentOf(view: MembersView, asked: Asked): Promise<MembersContentData> {
  const { shop, viewer, url, placeholders, dates } = asked
  switch (view) {
    case 'current':
      return { view, preview: await shop.viewPreview(viewer) }
    case 'dash':
      return {
        view,
        isClubMember: viewer.membership,
        level: viewer.membershipLevel,
        hasRequests: await shop.hasOwnRequests(viewer),
      }
    case 'orders':
      return {
        view,
        history: orderHistoryView(
          await shop.orderHistory(viewer, pageOf(url)),
          placeholders,
          dates,
        ),
      }
    case 'account':
      return { view, shown: await accountView(asked) }
    case 'membership':
      return { view, membership: placeholders.of((await shop.viewAccount(viewer)).membership) }
  }
}

const pageOf = ({ searchParams }: URL): number => {
  const page = Number(searchParams.get('page') ?? 1)
  return Number.isSafeInteger(page) && page >= 1 && page <= 100_000 ? page : 1
}
