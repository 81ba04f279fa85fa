import type { LoaderFunctionArgs } from 'react-router'

import { servicesContext } from '#platform/http/context.ts'
import { requireStaff } from '#platform/http/guards.ts'
import type { Query } from '#platform/http/paths.rules.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { sendListFile } from '#platform/list/list-route.ts'

import { loadRelease } from '../release/load-release.ts'
import { allocationList } from './allocation-list.store.server.ts'

export const middleware = [requireStaff]

/** Of one release, whatever the address says besides. */
export async function loader({ url, params, context }: LoaderFunctionArgs) {
  const { id } = await loadRelease(context.get(servicesContext).db, params)
  const ofRelease = new URL(url)
  ofRelease.searchParams.set('release', id)
  const pageOf = (query: Query) =>
    paths.release(id, 'allocations', { ...query, release: undefined })
  return sendListFile(allocationList, { url: ofRelease, context }, pageOf)
}
