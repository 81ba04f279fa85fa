import { data, redirect } from 'react-router'

import type { OfferName } from '#catalogue/offers/offers.rules.ts'
import { isOffer, offeredQuantity } from '#catalogue/offers/offers.rules.ts'
import { offerSentence, offersCopy } from '#checkout/offers/offers.copy.ts'
import { emptyShipTo } from '#checkout/offers/ship-to-form.rules.ts'
import { pageAction } from '#platform/action/page-action.server.ts'
import { servicesContext, siteContext, viewerContext } from '#platform/http/context.ts'
import { guestOf } from '#platform/http/cookies.server.ts'
import { redirectWithFlash } from '#platform/http/flash.ts'
import type { Handle } from '#platform/http/handle.ts'
import { httpError } from '#platform/http/http-error.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { readableRedirects } from '#platform/http/script-redirects.ts'
import { FormPage } from '#ui/page.tsx'

import type { Route } from './+types/offer-ship-to.page'
import { knownShipTo } from './known-ship-to.ts'
import { OfferShipTo } from './offer-ship-to.tsx'
import { payForOffer } from './pay-for-offer.actions.server.ts'
import { viewOffer } from './view-offer.actions.server.ts'

const copy = offersCopy.shipTo

export const handle: Handle = { redirected: true, leadsToPayment: true }
export const middleware: Route.MiddlewareFunction[] = [readableRedirects]
/**
 * A guest's page may be cached by the browser: on Back from the payment page Firefox drops typed
 * values of pages with `no-store`. A customer's page is filled from the account and is not stored.
 */
export const headers = ({ loaderHeaders }: Route.HeadersArgs) => ({
  'cache-control': loaderHeaders.get('cache-control') ?? 'no-store',
})

export const meta: Route.MetaFunction = (args) => unlistedMeta(args, copy.title)

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const { offer, quantity, isCorrected } = offerIn(url)
  const found = await viewOffer(context.get(servicesContext), offer)
  if (!found) throw httpError(404)
  // A payment link asks for all of this itself.
  if (found.isByLink) throw redirect(paths.offer(offer))
  if (found.whyClosed) {
    const sentence = offerSentence[whenClosed[found.whyClosed]]
    throw redirectWithFlash(
      paths.offer(offer),
      { tone: 'bad', sentence, at: 'offer' },
      context,
      302,
    )
  }
  const { token, setCookie } = guestOf(request, context.get(siteContext))
  const viewer = context.get(viewerContext)
  const saved = viewer ? await knownShipTo(context.get(servicesContext), viewer) : emptyShipTo
  return data(
    { offer, quantity, isCorrected, product: found.product, saved, token },
    {
      headers: {
        'cache-control': viewer ? 'no-store' : 'private, no-cache',
        ...(setCookie && { 'set-cookie': setCookie }),
      },
    },
  )
}

const whenClosed = {
  coming: 'release-coming',
  paused: 'release-paused',
  'sold-out': 'sold-out',
  over: 'release-closed',
} as const

export const action = pageAction(payForOffer, ({ request, url, context }) => {
  const { token, setCookie } = guestOf(request, context.get(siteContext))
  return { ...offerIn(url), guest: setCookie ? '' : token }
})

/** The offer and the quantity in the URL; a quantity that is not offered becomes one. */
function offerIn(url: URL): { offer: OfferName; quantity: number; isCorrected: boolean } {
  const offer = url.pathname.split('/')[1] ?? ''
  if (!isOffer(offer)) throw httpError(404)
  const quantity = offeredQuantity(offer, url)
  return { offer, quantity: quantity ?? 1, isCorrected: quantity === null }
}

export default function OfferShipToPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <FormPage title={copy.title} intro={copy.intro}>
      <OfferShipTo
        {...loaderData}
        values={actionData ? { ...emptyShipTo, ...actionData.values } : loaderData.saved}
        errors={actionData?.errors ?? {}}
        alert={actionData?.shown?.alert ?? null}
        offersPickup={actionData?.shown?.offersPickup ?? false}
      />
    </FormPage>
  )
}
