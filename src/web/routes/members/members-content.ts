import type { Viewer } from '#data/people.ts'
import type { Shop } from '#use-cases/shop.ts'
import type { MembersView } from '#web/paths.ts'

type Asked = { shop: Shop; viewer: Viewer; request: Request; url: URL }

/** What one view of the members area shows. Each asks only for its own. */
export async function contentOf(view: MembersView, { shop, viewer, request, url }: Asked) {
  const { searchParams } = url
  switch (view) {
    case 'current':
      return { view, preview: await shop.viewPreview(request.headers) }
    case 'dash':
      return { view, isClubMember: viewer.membership, level: viewer.membershipLevel }
    case 'orders':
      return { view, history: await shop.orderHistory(viewer, pageOf(searchParams.get('page'))) }
    case 'account':
      return { view, account: await shop.viewAccount(viewer), edit: searchParams.get('edit') }
    case 'membership':
      return { view, account: await shop.viewAccount(viewer) }
  }
}

export type MembersContentData = Awaited<ReturnType<typeof contentOf>>

const pageOf = (text: string | null): number => {
  const page = Number(text ?? 1)
  return Number.isSafeInteger(page) && page >= 1 && page <= 100_000 ? page : 1
}
