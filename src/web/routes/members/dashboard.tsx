import { membersCopy } from '#domain/copy/members.ts'
import { Dashboard } from '#web/components/members/dashboard.tsx'
import { MembersPage } from '#web/components/members/members-page.tsx'
import { memberOf, requireMember } from '#web/guards.ts'
import type { Handle } from '#web/handle.ts'
import { unlistedMeta } from '#web/page-meta.ts'

import type { Route } from './+types/dashboard'

export const handle: Handle = { interactive: true, shared: true }
export const middleware: Route.MiddlewareFunction[] = [requireMember]
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
