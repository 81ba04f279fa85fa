import { offers } from '#catalogue/offers/offers.rules.ts'
import { productOffer } from '#catalogue/wines/structured-data.ts'
import { offersCopy } from '#checkout/offers/offers.copy.ts'
import { servicesContext } from '#platform/http/context.ts'
import type { Handle } from '#platform/http/handle.ts'
import { httpError } from '#platform/http/http-error.ts'
import { pageMeta } from '#platform/http/page-meta.ts'
import { paths } from '#platform/http/paths.rules.ts'

import type { Route } from './+types/offer1.page'
import { OfferPage } from './offer-page.tsx'
import { viewOffer } from './view-offer.actions.server.ts'

const copy = offersCopy.singleBottle

export const handle: Handle = { cached: 'catalogue', redirected: true, leadsToPayment: true }
export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, 'singleBottle', (site) =>
    args.loaderData ? [productOffer(args.loaderData.product, paths.singleBottle())(site)] : [],
  )

export async function loader({ context }: Route.LoaderArgs) {
  const offer = await viewOffer(context.get(servicesContext), 'offer1')
  if (!offer) throw httpError(404)
  return offer
}

export default function SingleBottle({ loaderData }: Route.ComponentProps) {
  return (
    <OfferPage title={copy.title} intro={copy.intro} most={offers.offer1.most} {...loaderData} />
  )
}
