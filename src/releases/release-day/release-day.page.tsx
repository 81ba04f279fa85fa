import { useEffect } from 'react'

import { staffPage } from '#platform/action/staff-page.server.ts'
import { usePolling } from '#platform/admin/use-polling.ts'
import { requireStaff } from '#platform/http/guards.ts'
import { httpError } from '#platform/http/http-error.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { lastShownRows } from '#platform/list/last-shown.ts'
import { useLiveList } from '#platform/list/use-live-list.ts'

import type { Route } from './+types/release-day.page'
import { ReleaseDay } from './release-day.tsx'
import { viewReleaseDay } from './view-release-day.actions.server.ts'

export const handle = { interactive: true }
export const middleware: Route.MiddlewareFunction[] = [requireStaff]
export const meta: Route.MetaFunction = (args) => unlistedMeta(args, 'Large view')

const page = staffPage({
  needs: 'manage-releases',
  async load({ services, params }) {
    const day = await viewReleaseDay(services, params['id']!)
    if (!day) throw httpError(404)
    return { day, isStale: false }
  },
  actions: {},
})
export const loader = page.loader

const last = lastShownRows<Awaited<ReturnType<typeof loader>>>()

export async function clientLoader({ serverLoader, params }: Route.ClientLoaderArgs) {
  const shown = await last.loadOrStale(() => serverLoader())
  // What was kept is of another release.
  if (shown.isStale && shown.day.id !== params.id) return serverLoader()
  return shown
}

/** Outside the admin's frame: a screen in the cellar has no use for its navigation. */
export default function ReleaseDayPage({ loaderData }: Route.ComponentProps) {
  const { isStale } = loaderData
  useEffect(() => {
    if (!isStale) last.keep(loaderData)
  }, [loaderData, isStale])
  useLiveList('orders', isStale)
  usePolling(5_000)
  return <ReleaseDay {...loaderData} />
}
