import { modalsCopy } from '#domain/copy/modals.ts'
import { HomePage } from '#web/components/home-page.tsx'
import { MessageOverPage } from '#web/components/message-over-page.tsx'
import { PublicShell } from '#web/components/public-shell.tsx'
import { shopContext } from '#web/context.ts'
import { pageMeta } from '#web/page-meta.ts'
import { paths } from '#web/paths.ts'

import type { Route } from './+types/stay'

const copy = modalsCopy.stay

export const meta: Route.MetaFunction = (args) => pageMeta(args, 'stay')

export const loader = ({ context }: Route.LoaderArgs) => context.get(shopContext).viewReleases()

export default function Stay({ loaderData }: Route.ComponentProps) {
  return (
    <MessageOverPage {...copy} leadsTo={paths.home()}>
      <PublicShell over>
        <HomePage releases={loaderData} />
      </PublicShell>
    </MessageOverPage>
  )
}
