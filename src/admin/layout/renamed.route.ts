import { redirect } from 'react-router'

import { paths } from '#platform/http/paths.rules.ts'

import type { Route } from './+types/renamed.route'

/** Pages that had another address before, by what they were called. */
const addresses: Readonly<Record<string, string>> = {
  letters: paths.emails(),
  books: paths.reconciliation(),
}

export function loader({ url }: Route.LoaderArgs) {
  const address = addresses[url.pathname.split('/')[2] ?? ''] ?? paths.admin()
  return redirect(address + url.search, 301)
}
