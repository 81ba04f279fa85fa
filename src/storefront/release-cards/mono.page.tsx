import { servicesContext } from '#platform/http/context.ts'
import { memberOf } from '#platform/http/guards.ts'
import type { Handle } from '#platform/http/handle.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { unlessOnlyPanel } from '#platform/http/panel-change.ts'
import { MembersPage } from '#platform/layout/members-page.tsx'
import { membersCopy } from '#platform/layout/members.copy.ts'

import type { Route } from './+types/mono.page'
import { CurrentRelease } from './current-release.tsx'
import { viewPreview } from './preview.actions.server.ts'

export const handle: Handle = { shared: true }
export const meta: Route.MetaFunction = (args) => unlistedMeta(args, membersCopy.views.current)

export async function loader({ context }: Route.LoaderArgs) {
  return { preview: await viewPreview(context.get(servicesContext), memberOf(context)) }
}

export const shouldRevalidate = unlessOnlyPanel

export default function MonoPage({ loaderData }: Route.ComponentProps) {
  return (
    <MembersPage title={membersCopy.views.current} view="current">
      <CurrentRelease preview={loaderData.preview} />
    </MembersPage>
  )
}
