import type { LoaderFunctionArgs } from 'react-router'

import { requireStaff } from '#web/guards.ts'
import { sendListFile } from '#web/routes/admin/list-route.ts'

export const middleware = [requireStaff]

/** Of one release, whatever the address says besides. */
export function loader({ url, params, context }: LoaderFunctionArgs) {
  const ofRelease = new URL(url)
  ofRelease.searchParams.set('release', params['id'] ?? '')
  return sendListFile('allocations', { url: ofRelease, context })
}
