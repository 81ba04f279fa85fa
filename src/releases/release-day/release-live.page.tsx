import { releaseTabs } from '../release/admin-releases.copy.ts'
import { staffPage } from '#platform/action/staff-page.server.ts'
import { useLiveList } from '#platform/list/use-live-list.ts'
import { usePolling } from '#platform/admin/use-polling.ts'
import { viewReleaseLive } from './view-live.actions.server.ts'
import { LiveFigures } from './live-figures.tsx'
import { ReleasePage } from '../release/release-page.tsx'
import { unlistedMeta } from '#platform/http/page-meta.ts'

import { loadRelease } from '../release/load-release.ts'
import type { Route } from './+types/release-live.page'

export const meta: Route.MetaFunction = (args) => unlistedMeta(args, releaseTabs.live)

const page = staffPage({
  duty: 'manage-releases',
  load: async ({ services, db, params }) =>
    viewReleaseLive(services, await loadRelease(db, params)),
  actions: {},
})
export const loader = page.loader

export default function ReleaseLivePage({ loaderData }: Route.ComponentProps) {
  useLiveList('orders', false)
  usePolling(5_000)
  return (
    <ReleasePage release={loaderData.release} tab="live">
      <LiveFigures {...loaderData} />
    </ReleasePage>
  )
}
