import { useEffect, useEffectEvent } from 'react'
import { useRevalidator } from 'react-router'

import { releaseTabs } from '#domain/copy/admin-releases.ts'
import { useLiveList } from '#web/components/admin/use-live-list.ts'
import { LiveFigures } from '#web/components/releases/admin/live-figures.tsx'
import { ReleasePage } from '#web/components/releases/admin/release-page.tsx'
import { shopContext } from '#web/context.ts'
import { memberOf } from '#web/guards.ts'
import { httpError } from '#web/http-error.ts'
import { unlistedMeta } from '#web/page-meta.ts'

import type { Route } from './+types/release-live'

export const meta: Route.MetaFunction = (args) => unlistedMeta(args, releaseTabs.live)

export async function loader({ params, context }: Route.LoaderArgs) {
  const viewed = await context.get(shopContext).viewReleaseLive(memberOf(context), params.id)
  if (!viewed.ok) throw httpError(viewed.reason === 'gone' ? 404 : 403)
  const { ok: _, ...live } = viewed
  return live
}

/** Refreshed so often, besides each event of the orders. */
const everyMs = 5_000

export default function ReleaseLivePage({ loaderData }: Route.ComponentProps) {
  useLiveList('orders', false)
  const { revalidate, state } = useRevalidator()
  const refresh = useEffectEvent(() => {
    if (state === 'idle' && document.visibilityState === 'visible') void revalidate()
  })
  useEffect(() => {
    const timer = setInterval(() => refresh(), everyMs)
    return () => clearInterval(timer)
  }, [])
  return (
    <ReleasePage release={loaderData.release} tab="live">
      <LiveFigures {...loaderData} />
    </ReleasePage>
  )
}
