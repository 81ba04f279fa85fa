import { servicesContext } from '#platform/http/context.ts'
import type { Handle } from '#platform/http/handle.ts'
import { pageMeta } from '#platform/http/page-meta.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { useSiteSettings } from '#platform/layout/use-site-settings.ts'
import { viewReleases } from '#storefront/release-cards/view-releases.actions.server.ts'

import type { Route } from './+types/clubmember.page'
import { MessageOverPage } from './message-over-page.tsx'
import { modalsCopy } from './modals.copy.ts'

const copy = modalsCopy.clubMember

export const handle: Handle = { cached: 'text', redirected: true }
export const meta: Route.MetaFunction = (args) => pageMeta(args, 'clubMember')

export const loader = ({ context }: Route.LoaderArgs) => viewReleases(context.get(servicesContext))

export default function ClubThanks({ loaderData }: Route.ComponentProps) {
  const isSignedIn = Boolean(useSiteSettings()?.viewer)
  return (
    <MessageOverPage
      {...copy}
      leadsTo={isSignedIn ? paths.members() : paths.home()}
      releases={loaderData}
    />
  )
}
