import { useEffect } from 'react'

import { lastShownRows } from '#platform/list/last-shown.ts'
import { useLiveList } from '#platform/list/use-live-list.ts'
import { usePolling } from '#platform/admin/use-polling.ts'
import { ReleaseDay } from './release-day.tsx'
import { shopContext } from '#platform/http/context.ts'
import { memberOf, requireStaff } from '#platform/http/guards.ts'
import { found } from '#platform/http/http-error.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'

import type { Route } from './+types/release-day.page'

export const handle = { interactive: true }
export const middleware: Route.MiddlewareFunction[] = [requireStaff]
export const meta: Route.MetaFunction = (args) => unlistedMeta(args, 'Large view')

export async function loader({ params, context }: Route.LoaderArgs) {
  const viewed = found(await context.get(shopContext).viewReleaseDay(memberOf(context), params.id))
  return { day: viewed.day, isStale: false }
}

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
