import { startView } from '#domain/members-start.ts'
import { MembersContent } from '#web/components/members/members-content.tsx'
import { MembersLanding } from '#web/components/members/members-page.tsx'
import { PurchaseThanks } from '#web/components/members/purchase-thanks.tsx'
import { requestContext, shopContext } from '#web/context.ts'
import { memberOf, requireMember } from '#web/guards.ts'
import type { Handle } from '#web/handle.ts'
import type { MembersView } from '#web/paths.ts'
import { membersViews } from '#web/paths.ts'

import type { Route } from './+types/members'
import { accountAction } from './account-action.ts'
import { contentOf } from './members-content.ts'
import { unlessOnlyPanel } from './panel-change.ts'

export const handle: Handle<MembersData> = {
  interactive: true,
  // A form looks into what it is given.
  shared: ({ content }) => content.view !== 'account' || content.shown.edit === null,
}
export const middleware: Route.MiddlewareFunction[] = [requireMember]
export const meta: Route.MetaFunction = () => [{ title: 'Your account · Kohue' }]

/** The landing: greeting, sub-menu, and the room the address names. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const viewer = memberOf(context)
  const { own } = context.get(requestContext)
  const { hasOrders, unthanked } = viewer.hasBought
    ? await shop.thankBuyer(viewer, !isPrefetch(request))
    : { hasOrders: false, unthanked: null }
  const view =
    viewOf(url.searchParams.get('view'), viewer.membership) ??
    startView(viewer.membership, hasOrders)
  return {
    firstName: own.of(viewer.firstName),
    thanks: own.of(unthanked),
    content: await contentOf(view, { shop, viewer, url, own }),
  }
}

export const action = accountAction

export const shouldRevalidate = unlessOnlyPanel

type MembersData = Awaited<ReturnType<typeof loader>>

/** A page fetched ahead of time has been seen by nobody yet. */
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
      <MembersContent content={content} answer={actionData} />
      <PurchaseThanks order={thanks} />
    </MembersLanding>
  )
}
