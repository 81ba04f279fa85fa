import { memberOf } from '#platform/http/guards.ts'
import type { Handle } from '#platform/http/handle.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { MembersPage } from '#platform/layout/members-page.tsx'
import { membersCopy } from '#platform/layout/members.copy.ts'

import type { Route } from './+types/dashboard.page'
import { Dashboard } from './dashboard.tsx'

export const handle: Handle = { shared: true }
export const meta: Route.MetaFunction = (args) => unlistedMeta(args, membersCopy.views.dash)

export function loader({ context }: Route.LoaderArgs) {
  const { membership, membershipLevel } = memberOf(context)
  return { isClubMember: membership, level: membershipLevel }
}

export default function DashboardPage({ loaderData }: Route.ComponentProps) {
  return (
    <MembersPage title={membersCopy.views.dash} view="dash">
      <Dashboard {...loaderData} />
    </MembersPage>
  )
}
