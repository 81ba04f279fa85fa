import { organization, productOffer } from '#catalogue/wines/structured-data.ts'
import { servicesContext } from '#platform/http/context.ts'
import type { Handle } from '#platform/http/handle.ts'
import { pageMeta } from '#platform/http/page-meta.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { viewReleases } from '#storefront/release-cards/view-releases.actions.server.ts'

import type { Route } from './+types/home.page'
import { HomePage } from './home-page.tsx'

export const handle: Handle = {
  cached: 'catalogue',
  inSitemap: true,
  redirected: true,
  barOverPicture: true,
  shared: true,
}

/** Its title begins with the name of the shop, which is a setting. */
const homeHead = {
  title: (shop: string) => `${shop}, wines from Paraje Altamira, Mendoza`,
  description:
    'Malbec and Cabernet Sauvignon from Paraje Altamira in the Uco Valley, under the Andes of Mendoza. Two releases a year, shipped within the United States.',
}

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, homeHead, (site) => {
    const current = args.loaderData?.current
    return [organization(site), ...(current ? [productOffer(current, paths.home())(site)] : [])]
  })

export const loader = ({ context }: Route.LoaderArgs) => viewReleases(context.get(servicesContext))

export default function Home({ loaderData }: Route.ComponentProps) {
  return <HomePage releases={loaderData} />
}
