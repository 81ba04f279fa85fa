import { releaseTabs } from '../release/admin-releases.copy.ts'
import { useLiveList } from '#platform/list/use-live-list.ts'
import { usePolling } from '#platform/admin/use-polling.ts'
import { LiveFigures } from './live-figures.tsx'
import { ReleasePage } from '../release/release-page.tsx'
import { shopContext } from '#platform/http/context.ts'
import { memberOf } from '#platform/http/guards.ts'
import { found } from '#platform/http/http-error.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'

import type { Route } from './+types/release-live.page'

export const meta: Route.MetaFunction = (args) => unlistedMeta(args, releaseTabs.live)

export async function loader({ params, context }: Route.LoaderArgs) {
  const viewed = found(await context.get(shopContext).viewReleaseLive(memberOf(context), params.id))
  const { ok: _, ...live } = viewed
  return live
}

export default function ReleaseLivePage({ loaderData }: Route.ComponentProps) {
  useLiveList('orders', false)
  usePolling(5_000)
  return (
    <ReleasePage release={loaderData.release} tab="live">
      <LiveFigures {...loaderData} />
    </ReleasePage>
  )
}
