import type { LoaderFunctionArgs } from 'react-router'

import { requireStaff } from '#platform/http/guards.ts'
import type { Query } from '#platform/http/paths.rules.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { sendListFile } from '#platform/list/list-route.ts'

import { allocationList } from './allocation-list.store.server.ts'

export const middleware = [requireStaff]

/** Of one release, whatever the address says besides. */
export function loader({ url, params, context }: LoaderFunctionArgs) {
  const ofRelease = new URL(url)
  ofRelease.searchParams.set('release', params['id'] ?? '')
  const pageOf = (query: Query) =>
    paths.release(params['id'] ?? '', 'allocations', { ...query, release: undefined })
  return sendListFile(allocationList, { url: ofRelease, context }, pageOf)
}
