import { offers } from '#catalogue/offers/offers.rules.ts'
import { productOffer } from '#catalogue/wines/structured-data.ts'
import { offersCopy } from '#checkout/offers/offers.copy.ts'
import { servicesContext } from '#platform/http/context.ts'
import type { Handle } from '#platform/http/handle.ts'
import { httpError } from '#platform/http/http-error.ts'
import { pageMeta } from '#platform/http/page-meta.ts'
import { paths } from '#platform/http/paths.rules.ts'

import type { Route } from './+types/offering.page'
import { OfferPage } from './offer-page.tsx'
import { viewOffer } from './view-offer.actions.server.ts'

const copy = offersCopy.offering

export const handle: Handle = { cached: 'catalogue', redirected: true, leadsToPayment: true }
export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, 'offering', (site) =>
    args.loaderData ? [productOffer(args.loaderData.product, paths.offering())(site)] : [],
  )

export async function loader({ context }: Route.LoaderArgs) {
  const offer = await viewOffer(context.get(servicesContext), 'offering')
  if (!offer) throw httpError(404)
  return offer
}

export default function Offering({ loaderData }: Route.ComponentProps) {
  return (
    <OfferPage title={copy.title} intro={copy.intro} most={offers.offering.most} {...loaderData} />
  )
}
