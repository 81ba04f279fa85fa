import { data, redirect } from 'react-router'

import { offerSentence, offersCopy } from '#domain/copy/offers.ts'
import type { ShipToErrors, ShipToValues } from '#domain/forms/offer-ship-to.ts'
import { checkShipTo, emptyShipTo, readShipTo } from '#domain/forms/offer-ship-to.ts'
import { isGuestToken } from '#domain/guest-token.ts'
import type { OfferName } from '#domain/offers.ts'
import { isOffer, offers } from '#domain/offers.ts'
import { OfferShipTo } from '#web/components/offer-ship-to.tsx'
import { shopContext, siteContext, viewerContext } from '#web/context.ts'
import type { Handle } from '#web/handle.ts'
import { guestOf } from '#web/guest-cookie.server.ts'
import { unlistedMeta } from '#web/page-meta.ts'
import { paths } from '#web/paths.ts'
import { readableRedirects } from '#web/readable-redirects.ts'
import { FormPage } from '#web/ui/page.tsx'

import type { Route } from './+types/offer-ship-to'
import { knownShipTo } from './known-ship-to.ts'

const copy = offersCopy.shipTo

export const handle: Handle = { leadsToPayment: true }
export const middleware: Route.MiddlewareFunction[] = [readableRedirects]
export const meta: Route.MetaFunction = (args) => unlistedMeta(args, copy.title)

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const { offer, quantity } = wishIn(url)
  const found = await context.get(shopContext).viewOffer(offers[offer].productId)
  if (!found) throw data(null, { status: 404 })
  if (!found.isOpen) throw redirect(paths.offer(offer, 'sold-out'))
  const { token, setCookie } = guestOf(request, context.get(siteContext))
  const viewer = context.get(viewerContext)
  const known = viewer ? await knownShipTo(context.get(shopContext), viewer) : emptyShipTo
  return data(
    { offer, quantity, product: found.product, known, token },
    setCookie ? { headers: { 'set-cookie': setCookie } } : {},
  )
}

type Refused = { values: ShipToValues; errors: ShipToErrors; alert: string; offersPickup: boolean }

export async function action({ request, url, context }: Route.ActionArgs) {
  const { offer, quantity } = wishIn(url)
  const form = await request.formData()
  const values = readShipTo(form)
  const refused = (told: Partial<Refused>, status: number) =>
    data<Refused>(
      { values, errors: {}, alert: copy.fixFirst, offersPickup: false, ...told },
      { status },
    )
  const checked = checkShipTo(values, new Date())
  if (!checked.ok) {
    const { errors, problem } = checked
    return refused(
      problem ? { errors, alert: offerSentence[problem], offersPickup: true } : { errors },
      400,
    )
  }
  const sent = String(form.get('token') ?? '')
  const guest = guestOf(request, context.get(siteContext))
  const started = await context.get(shopContext).startOffer(
    {
      viewer: context.get(viewerContext),
      // Where cookies are off, the page that was shown says who it was shown to.
      token: guest.setCookie && isGuestToken(sent) ? sent : guest.token,
      address: request.headers.get('x-kohue-address') ?? '',
    },
    { productId: offers[offer].productId, quantity, shipTo: checked.shipTo },
  )
  if (started.ok) return redirect(started.url, 303)
  const { reason } = started
  if (reason === 'sold-out' || reason === 'release-closed' || reason === 'already-paid') {
    return redirect(paths.offer(offer, reason), 303)
  }
  return refused({ alert: offerSentence[reason] }, reason === 'too-many-tries' ? 429 : 503)
}

/** Which offer, and how many of it, the address asks for. */
function wishIn(url: URL): { offer: OfferName; quantity: number } {
  const offer = url.pathname.split('/')[1] ?? ''
  if (!isOffer(offer)) throw data(null, { status: 404 })
  const asked = Number(url.searchParams.get('quantity') ?? 1)
  const isOffered = Number.isInteger(asked) && asked >= 1 && asked <= offers[offer].most
  return { offer, quantity: isOffered ? asked : 1 }
}

export default function OfferShipToPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <FormPage title={copy.title} intro={copy.intro}>
      <OfferShipTo
        {...loaderData}
        values={actionData?.values ?? loaderData.known}
        errors={actionData?.errors ?? {}}
        alert={actionData?.alert ?? null}
        offersPickup={actionData?.offersPickup ?? false}
      />
    </FormPage>
  )
}
