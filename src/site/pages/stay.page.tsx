import { servicesContext } from '#platform/http/context.ts'
import type { Handle } from '#platform/http/handle.ts'
import { pageMeta } from '#platform/http/page-meta.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { viewReleases } from '#storefront/release-cards/view-releases.actions.server.ts'

import type { Route } from './+types/stay.page'
import { MessageOverPage } from './message-over-page.tsx'
import { modalsCopy } from './modals.copy.ts'

const copy = modalsCopy.stay

export const handle: Handle = { cached: 'text', redirected: true }
export const meta: Route.MetaFunction = (args) => pageMeta(args, 'stay')

export const loader = ({ context }: Route.LoaderArgs) => viewReleases(context.get(servicesContext))

export default function Stay({ loaderData }: Route.ComponentProps) {
  return <MessageOverPage {...copy} leadsTo={paths.home()} releases={loaderData} />
}
