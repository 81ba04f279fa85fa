import { membersCopy } from '#domain/copy/members.ts'
import { MembersPage } from '#web/components/members/members-page.tsx'
import { CurrentRelease } from '#web/components/catalogue/current-release.tsx'
import { shopContext } from '#web/context.ts'
import { memberOf } from '#web/guards.ts'
import type { Handle } from '#web/handle.ts'

import type { Route } from './+types/mono'
import { unlessOnlyPanel } from '#web/routes/members/panel-change.ts'
import { unlistedMeta } from '#web/page-meta.ts'

export const handle: Handle = { shared: true }
export const meta: Route.MetaFunction = (args) => unlistedMeta(args, membersCopy.views.current)

export async function loader({ context }: Route.LoaderArgs) {
  return { preview: await context.get(shopContext).viewPreview(memberOf(context)) }
}

export const shouldRevalidate = unlessOnlyPanel

export default function MonoPage({ loaderData }: Route.ComponentProps) {
  return (
    <MembersPage title={membersCopy.views.current} view="current">
      <CurrentRelease preview={loaderData.preview} />
    </MembersPage>
  )
}
