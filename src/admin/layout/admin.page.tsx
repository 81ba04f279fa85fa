import { redirect } from 'react-router'

import { pageAction } from '#platform/action/page-action.server.ts'
import { memberOf } from '#platform/http/guards.ts'

import type { Route } from './+types/admin.page'
import { firstPageOf, pressAll } from './admin.actions.server.ts'

/** The admin opens on the first page that one's duties cover. */
export const loader = ({ context }: Route.LoaderArgs) => redirect(firstPageOf(memberOf(context)))

export const action = pageAction(pressAll)

/** Never rendered: it makes this route a page, so that a refusal gets an error page. */
export default function Admin() {
  return null
}
