import { useRouteLoaderData } from 'react-router'

import type { loader } from '#web/root.tsx'

/** What the root tells every page: the house's details, who is asking, and the request's id. */
export function useHouse() {
  return useRouteLoaderData<typeof loader>('root')
}
