import { useRouteLoaderData } from 'react-router'

import type { loader } from '../../root.tsx'

/** The root's loader data: the site's settings, who is signed in, and the request's id. */
export function useSiteSettings() {
  return useRouteLoaderData<typeof loader>('root')
}
