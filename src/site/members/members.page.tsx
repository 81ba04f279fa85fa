import { startView } from '#accounts/account/members-start.rules.ts'
import { PurchaseThanks } from '#orders/order/purchase-thanks.tsx'
import { thankBuyer } from '#orders/order/thank-buyer.actions.server.ts'
import { datesOf, requestContext } from '#platform/http/context.ts'
import { backToCard, callerOf } from '#platform/http/guards.ts'
import type { Handle } from '#platform/http/handle.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { unlessOnlyPanel } from '#platform/http/panel-change.ts'
import type { MembersView } from '#platform/layout/members.copy.ts'
import { membersCopy, membersViews } from '#platform/layout/members.copy.ts'
import { MembersLanding } from '#storefront/cart/members-landing.tsx'
import { thankedOrder } from '#storefront/orders/thanked-order.ts'

import type { Route } from './+types/members.page'
import { contentOf } from './load-members-content.ts'
import { MembersContent } from './members-content.tsx'

export const handle: Handle<MembersData> = {
  // An open form reads its values, so they can't be placeholders.
  shared: ({ content }) => content.view !== 'account' || content.shown.edit === null,
}
export const middleware: Route.MiddlewareFunction[] = [backToCard]
/** Each view has a title of its own. */
export const meta: Route.MetaFunction = (args) => {
  const view = args.loaderData && membersCopy.views[args.loaderData.content.view]
  return unlistedMeta(args, view ? `${view} · ${membersCopy.menu}` : membersCopy.menu)
}

/** The landing: greeting, sub-menu, and the view that the address names. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const { services, viewer } = callerOf(context)
  const { placeholders } = context.get(requestContext)
  const { hasOrders, unthanked } = viewer.hasBought
    ? await thankBuyer(services, viewer, !isPrefetch(request))
    : { hasOrders: false, unthanked: null }
  const view =
    viewOf(url.searchParams.get('view'), viewer.membership) ??
    (viewer.isLimited ? 'current' : startView(viewer.membership, hasOrders))
  return {
    firstName: placeholders.of(viewer.firstName),
    thanks: placeholders.of(await thankedOrder(services, viewer, unthanked)),
    content: await contentOf(view, {
      services,
      viewer,
      url,
      placeholders,
      dates: datesOf(context),
    }),
  }
}

export { action } from './account.actions.server.ts'

export const shouldRevalidate = unlessOnlyPanel

type MembersData = Awaited<ReturnType<typeof loader>>

/** A prefetched page has not been seen yet. */
const isPrefetch = (request: Request) =>
  request.headers.get('sec-purpose')?.includes('prefetch') ?? false

function viewOf(asked: string | null, isClubMember: boolean): MembersView | null {
  const view = membersViews.find((known) => known === asked) ?? null
  return view === 'membership' && !isClubMember ? null : view
}

export default function Members({ loaderData, actionData }: Route.ComponentProps) {
  const { firstName, thanks, content } = loaderData
  return (
    <MembersLanding firstName={firstName} view={content.view}>
      <MembersContent content={content} result={actionData?.shown} />
      <PurchaseThanks order={thanks} />
    </MembersLanding>
  )
}
