import { HomePage } from '#web/components/home-page.tsx'
import { shopContext } from '#web/context.ts'
import { pageTitle } from '#web/page-title.ts'

import type { Route } from './+types/home'

export const handle = { barOverPicture: true }

export const meta: Route.MetaFunction = () => pageTitle()

export const loader = ({ context }: Route.LoaderArgs) => context.get(shopContext).viewReleases()

export default function Home({ loaderData }: Route.ComponentProps) {
  return <HomePage releases={loaderData} />
}
