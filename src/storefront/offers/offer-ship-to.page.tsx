import { data, redirect } from 'react-router'

import { captchaField } from '#accounts/captcha/captcha.rules.ts'
import type { OfferName } from '#catalogue/offers/offers.rules.ts'
import { isOffer, offers } from '#catalogue/offers/offers.rules.ts'
import { offerSentence, offersCopy } from '#checkout/offers/offers.copy.ts'
import type { ShipToErrors, ShipToValues } from '#checkout/offers/ship-to-form.rules.ts'
import { checkShipTo, emptyShipTo, readShipTo } from '#checkout/offers/ship-to-form.rules.ts'
import { startOffer } from '#checkout/offers/start-offer.actions.server.ts'
import { textOf } from '#platform/form/form-text.rules.ts'
import { datesOf, servicesContext, siteContext, viewerContext } from '#platform/http/context.ts'
import { guestOf } from '#platform/http/cookies.server.ts'
import { redirectWithFlash } from '#platform/http/flash.ts'
import { guestTokenOf } from '#platform/http/guest-token.rules.ts'
import type { Handle } from '#platform/http/handle.ts'
import { httpError } from '#platform/http/http-error.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { readableRedirects } from '#platform/http/script-redirects.ts'
import { FormPage } from '#ui/page.tsx'

import type { Route } from './+types/offer-ship-to.page'
import { knownShipTo } from './known-ship-to.ts'
import { OfferShipTo } from './offer-ship-to.tsx'
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
  if (found.whyClosed) throw toOffer(offer, whenClosed[found.whyClosed], context, 302)
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
  gone: 'sold-out',
} as const

type Refused = { values: ShipToValues; errors: ShipToErrors; alert: string; offersPickup: boolean }

export async function action({ request, url, context }: Route.ActionArgs) {
  const { offer, quantity } = offerIn(url)
  const form = await request.formData()
  const values = readShipTo(form)
  const refused = (shown: Partial<Refused>, status: number) =>
    data<Refused>(
      { values, errors: {}, alert: copy.fixFirst, offersPickup: false, ...shown },
      { status },
    )
  const checked = checkShipTo(values, datesOf(context).isoDay(new Date()))
  if (!checked.ok) {
    const { errors, problem } = checked
    return refused(
      problem ? { errors, alert: offerSentence[problem], offersPickup: true } : { errors },
      400,
    )
  }
  const sent = textOf(form, 'token')
  const guest = guestOf(request, context.get(siteContext))
  const services = context.get(servicesContext)
  const found = await viewOffer(services, offer)
  const started = await startOffer(
    services,
    {
      viewer: context.get(viewerContext),
      // Without cookies, the token in the form identifies the guest.
      token: (guest.setCookie && guestTokenOf(sent)) || guest.token,
      address: request.headers.get('x-kohue-address') ?? '',
    },
    {
      productId: found?.product.id ?? offers[offer].productId,
      quantity,
      shipTo: checked.shipTo,
      captchaSolution: textOf(form, captchaField),
    },
  )
  if (started.ok) return redirect(started.url, 303)
  const { reason } = started
  if (reason === 'sold-out' || reason === 'release-closed' || reason === 'already-paid') {
    return toOffer(offer, reason, context)
  }
  return refused({ alert: offerSentence[reason] }, statusOf(reason))
}

const toOffer = (
  offer: OfferName,
  reason: keyof typeof offerSentence,
  context: Route.LoaderArgs['context'],
  status?: 302,
) =>
  redirectWithFlash(
    paths.offer(offer),
    { tone: 'bad', sentence: offerSentence[reason], at: 'offer' },
    context,
    status,
  )

const conflicts = new Set(['release-paused', 'release-coming', 'confirm-first', 'price-differs'])

const statusOf = (reason: string) =>
  reason === 'too-many-tries' ? 429 : reason === 'captcha' ? 403 : conflicts.has(reason) ? 409 : 503

/** The offer and the quantity in the URL; a quantity that is not offered becomes one. */
function offerIn(url: URL): { offer: OfferName; quantity: number; isCorrected: boolean } {
  const offer = url.pathname.split('/')[1] ?? ''
  if (!isOffer(offer)) throw httpError(404)
  const quantity = Number(url.searchParams.get('quantity') ?? 1)
  const isOffered = Number.isInteger(quantity) && quantity >= 1 && quantity <= offers[offer].most
  return { offer, quantity: isOffered ? quantity : 1, isCorrected: !isOffered }
}

export default function OfferShipToPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <FormPage title={copy.title} intro={copy.intro}>
      <OfferShipTo
        {...loaderData}
        values={actionData?.values ?? loaderData.saved}
        errors={actionData?.errors ?? {}}
        alert={actionData?.alert ?? null}
        offersPickup={actionData?.offersPickup ?? false}
      />
    </FormPage>
  )
}
