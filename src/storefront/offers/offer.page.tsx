import type { OfferName } from '#catalogue/offers/offers.rules.ts'
import { offeredQuantity, offers } from '#catalogue/offers/offers.rules.ts'
import { productOffer } from '#catalogue/wines/structured-data.ts'
import { offersCopy } from '#checkout/offers/offers.copy.ts'
import { servicesContext } from '#platform/http/context.ts'
import type { Handle } from '#platform/http/handle.ts'
import { httpError } from '#platform/http/http-error.ts'
import { pageMeta } from '#platform/http/page-meta.ts'
import { paths } from '#platform/http/paths.rules.ts'

import type { Route } from './+types/offer.page'
import { OfferPage } from './offer-page.tsx'
import { viewOffer } from './view-offer.actions.server.ts'

/** What each of the two pages is called in the words of the offers. */
const calledBy = { offering: 'offering', offer1: 'singleBottle' } as const

const heads = {
  offering: {
    title: 'Your Exclusive Offer',
    description: 'A case of three bottles of Kohue, offered to you directly.',
  },
  offer1: {
    title: '2021 Malbec, a single bottle',
    description: 'One bottle of the 2021 Kohue Malbec from Paraje Altamira, Uco Valley.',
  },
}

const offerAt = (pathname: string): OfferName =>
  pathname.startsWith(paths.singleBottle()) ? 'offer1' : 'offering'

export const handle: Handle = { cached: 'catalogue', redirected: true, leadsToPayment: true }
export const meta: Route.MetaFunction = (args) => {
  const name = offerAt(args.location.pathname)
  return pageMeta(args, heads[name], (site) =>
    args.loaderData ? [productOffer(args.loaderData.product, paths.offer(name))(site)] : [],
  )
}

export async function loader({ url, context }: Route.LoaderArgs) {
  const name = offerAt(url.pathname)
  const offer = await viewOffer(context.get(servicesContext), name)
  if (!offer) throw httpError(404)
  return { ...offer, name, quantity: offeredQuantity(name, url) ?? 1 }
}

export default function OfferRoute({ loaderData: { name, ...offer } }: Route.ComponentProps) {
  const { title, intro } = offersCopy[calledBy[name]]
  return <OfferPage title={title} intro={intro} most={offers[name].most} {...offer} />
}
