import { membersCopy } from '#platform/layout/members.copy.ts'
import { Dashboard } from './dashboard.tsx'
import { MembersPage } from '#platform/layout/members-page.tsx'
import { shopContext } from '#platform/http/context.ts'
import { memberOf } from '#platform/http/guards.ts'
import type { Handle } from '#platform/http/handle.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'

import type { Route } from './+types/dashboard.page'

export const handle: Handle = { shared: true }
export const meta: Route.MetaFunction = (args) => unlistedMeta(args, membersCopy.views.dash)

export async function loader({ context }: Route.LoaderArgs) {
  const viewer = memberOf(context)
  const { membership, membershipLevel } = viewer
  const hasRequests = await context.get(shopContext).hasOwnRequests(viewer)
  return { isClubMember: membership, level: membershipLevel, hasRequests }
}

export default function DashboardPage({ loaderData }: Route.ComponentProps) {
  return (
    <MembersPage title={membersCopy.views.dash} view="dash">
      <Dashboard {...loaderData} />
    </MembersPage>
  )
}
