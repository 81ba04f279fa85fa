import { membersCopy } from '#domain/copy/members.ts'
import { PageNotice } from '#web/components/members/page-notice.tsx'
import { CurrentRelease } from '#web/components/release/current-release.tsx'
import { requireMember } from '#web/guards.ts'
import { Page } from '#web/ui/page.tsx'

import type { Route } from './+types/mono'
import { unlessOnlyPanel } from './panel-change.ts'

export const handle = { interactive: true }
export const middleware: Route.MiddlewareFunction[] = [requireMember]
export const meta: Route.MetaFunction = () => [{ title: `${membersCopy.views.current} · Kohue` }]

export const shouldRevalidate = unlessOnlyPanel

export default function MonoPage() {
  return (
    <Page title={membersCopy.views.current}>
      <PageNotice />
      <CurrentRelease preview={null} />
    </Page>
  )
}
