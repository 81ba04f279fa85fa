import type { Handle } from '#web/handle.ts'
import { modalsCopy } from '#domain/copy/modals.ts'
import { useSiteSettings } from '#web/components/layout/use-site-settings.ts'
import { MessageOverPage } from '#web/components/layout/message-over-page.tsx'
import { shopContext } from '#web/context.ts'
import { pageMeta } from '#web/page-meta.ts'
import { paths } from '#domain/paths.ts'

import type { Route } from './+types/thanks'

const copy = modalsCopy.thanks

export const handle: Handle = { cached: 'text', redirected: true }
export const meta: Route.MetaFunction = (args) => pageMeta(args, 'thanks')

export const loader = ({ context }: Route.LoaderArgs) => context.get(shopContext).viewReleases()

export default function InterestThanks({ loaderData }: Route.ComponentProps) {
  const isSignedIn = Boolean(useSiteSettings()?.viewer)
  return (
    <MessageOverPage
      {...copy}
      leadsTo={isSignedIn ? paths.members() : paths.home()}
      releases={loaderData}
    />
  )
}
