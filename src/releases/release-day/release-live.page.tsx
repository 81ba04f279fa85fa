import { staffPage } from '#platform/action/staff-page.server.ts'
import { usePolling } from '#platform/admin/use-polling.ts'
import { useLiveList } from '#platform/list/use-live-list.ts'
import { stack } from '#ui/layout.ts'
import {
  changeWaitingLine,
  closeWaitingLine,
  openForRelease,
  viewLine,
} from '#waiting-room/steer-line.actions.server.ts'
import { WaitingLine } from '#waiting-room/waiting-line-panel.tsx'

import { releaseTabs } from '../release/admin-releases.copy.ts'
import { pauseRelease, resumeRelease } from '../release/change-release-state.actions.server.ts'
import { loadRelease } from '../release/load-release.ts'
import { PauseRelease } from '../release/pause-release.tsx'
import { metaOfPart, ReleasePage } from '../release/release-page.tsx'
import type { Route } from './+types/release-live.page'
import { LiveFigures } from './live-figures.tsx'
import { viewReleaseLive } from './view-live.actions.server.ts'

export const meta: Route.MetaFunction = (args) => metaOfPart(args, releaseTabs.live)

const page = staffPage({
  needs: 'manage-releases',
  load: async ({ services, db, params }) => ({
    ...(await viewReleaseLive(services, await loadRelease(db, params))),
    line: await viewLine(db),
  }),
  actions: {
    pause: pauseRelease,
    resume: resumeRelease,
    'open-line': openForRelease,
    'change-line': changeWaitingLine,
    'close-line': closeWaitingLine,
  },
})
export const loader = page.loader
export const action = page.action

export { alsoAfterConflict as shouldRevalidate } from '#platform/http/after-refusal.ts'

export default function ReleaseLivePage({ loaderData, actionData: sent }: Route.ComponentProps) {
  useLiveList('orders', false)
  usePolling(5_000)
  return (
    <ReleasePage release={loaderData.release} tab="live">
      <div className={stack(1)}>
        <PauseRelease release={loaderData.release} />
        <WaitingLine line={loaderData.line} releaseId={loaderData.release.id} sent={sent} />
      </div>
      <LiveFigures {...loaderData} />
    </ReleasePage>
  )
}
