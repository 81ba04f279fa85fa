import { clubName, levelOptions, wineClub } from '#platform/club/club.rules.ts'
import { servicesContext } from '#platform/http/context.ts'
import type { Handle } from '#platform/http/handle.ts'
import { pageMeta } from '#platform/http/page-meta.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { useSiteSettings } from '#platform/layout/use-site-settings.ts'
import { inWords } from '#platform/text/number-words.copy.ts'
import { viewReleases } from '#storefront/release-cards/view-releases.actions.server.ts'

import type { Route } from './+types/message.page'
import { MessageOverPage } from './message-over-page.tsx'
import { modalsCopy } from './modals.copy.ts'

/** The ids of its routes are the names of the messages. */
const messageOf = (matches: readonly ({ id: string } | undefined)[]) =>
  matches.at(-1)!.id as 'stay' | 'thanks' | 'clubMember'

const levels = levelOptions.map(([, name]) => name)

const heads = {
  stay: {
    title: 'Stay tuned',
    description: 'The next release of Kohue is on its way. The mailing list hears about it first.',
  },
  thanks: {
    title: 'Thank you',
    description: 'Thank you for your interest in the wines of Kohue. We will be in touch soon.',
  },
  clubMember: {
    title: wineClub,
    description: `${clubName}, the wine club of Kohue, with its ${inWords(levels.length)} levels: ${new Intl.ListFormat('en-US').format(levels)}.`,
  },
}

export const handle: Handle = { cached: 'catalogue', redirected: true }
export const meta: Route.MetaFunction = (args) => pageMeta(args, heads[messageOf(args.matches)])

export const loader = ({ context }: Route.LoaderArgs) => viewReleases(context.get(servicesContext))

export default function Message({ loaderData, matches }: Route.ComponentProps) {
  const isSignedIn = Boolean(useSiteSettings()?.viewer)
  const message = messageOf(matches)
  return (
    <MessageOverPage
      {...modalsCopy[message]}
      leadsTo={isSignedIn && message !== 'stay' ? paths.members() : paths.home()}
      releases={loaderData}
    />
  )
}
