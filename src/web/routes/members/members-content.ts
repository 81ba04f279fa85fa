import type { SignedIn } from '#data/people.ts'
import type { Shop } from '#use-cases/shop.ts'
import type { OwnWords } from '#web/own-words.ts'
import type { MembersView } from '#web/paths.ts'

import { accountView } from './account-view.ts'
import { orderHistoryView } from './order-history-view.ts'

type Asked = { shop: Shop; viewer: SignedIn; url: URL; own: OwnWords }

/** What one view of the members area shows. Each asks only for its own. */
export async function contentOf(view: MembersView, asked: Asked) {
  const { shop, viewer, url, own } = asked
  switch (view) {
    case 'current':
      return { view, preview: await shop.viewPreview(viewer) }
    case 'dash':
      return { view, isClubMember: viewer.membership, level: viewer.membershipLevel }
    case 'orders':
      return { view, history: orderHistoryView(await shop.orderHistory(viewer, pageOf(url)), own) }
    case 'account':
      return { view, shown: await accountView(asked) }
    case 'membership':
      return { view, membership: own.of((await shop.viewAccount(viewer)).membership) }
  }
}

export type MembersContentData = Awaited<ReturnType<typeof contentOf>>

const pageOf = ({ searchParams }: URL): number => {
  const page = Number(searchParams.get('page') ?? 1)
  return Number.isSafeInteger(page) && page >= 1 && page <= 100_000 ? page : 1
}
