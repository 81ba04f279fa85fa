import { useRouteLoaderData } from 'react-router'

import type { rootData } from '../http/root-data.ts'

/** The root's loader data: the site's settings, who is signed in, and the request's id. */
export function useSiteSettings() {
  return useRouteLoaderData<typeof rootData>('root')
}
