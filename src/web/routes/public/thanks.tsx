import { modalsCopy } from '#domain/copy/modals.ts'
import { HomePage } from '#web/components/home-page.tsx'
import { useHouse } from '#web/components/house.ts'
import { MessageOverPage } from '#web/components/message-over-page.tsx'
import { PublicShell } from '#web/components/public-shell.tsx'
import { shopContext } from '#web/context.ts'
import { pageMeta } from '#web/page-meta.ts'
import { paths } from '#web/paths.ts'

import type { Route } from './+types/thanks'

const copy = modalsCopy.thanks

export const meta: Route.MetaFunction = (args) => pageMeta(args, 'thanks')

export const loader = ({ context }: Route.LoaderArgs) => context.get(shopContext).viewReleases()

export default function InterestThanks({ loaderData }: Route.ComponentProps) {
  const isSignedIn = Boolean(useHouse()?.viewer)
  return (
    <MessageOverPage {...copy} leadsTo={isSignedIn ? paths.members() : paths.home()}>
      <PublicShell over>
        <HomePage releases={loaderData} />
      </PublicShell>
    </MessageOverPage>
  )
}
