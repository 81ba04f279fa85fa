import { parseCookie } from 'cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'

import { captchaSolutionIn } from '#accounts/captcha/captcha-solution.api.ts'
import { offerOf } from '#catalogue/offers/offers.rules.ts'
import { notSoldError } from '#checkout/not-sold.api.ts'
import { offerSentence } from '#checkout/offers/offers.copy.ts'
import type { OfferShipTo, ShipToValues } from '#checkout/offers/ship-to-form.rules.ts'
import { checkShipTo, isShipToGiven } from '#checkout/offers/ship-to-form.rules.ts'
import type { OfferWish, WhyNotOffered } from '#checkout/offers/start-offer.actions.server.ts'
import { startOffer } from '#checkout/offers/start-offer.actions.server.ts'
import { requireTrueRecords } from '#checkout/record-claims.api.ts'
import { ApiError } from '#platform/api/errors.api.ts'
import { redirectWithFlash } from '#platform/api/flash.api.ts'
import { isForm, readForm } from '#platform/api/form-body.api.ts'
import { inTime } from '#platform/api/in-time.api.ts'
import { operation } from '#platform/api/operation.api.ts'
import { cookieName, cookies } from '#platform/http/cookies.rules.ts'
import { guestTokenOf } from '#platform/http/guest-token.rules.ts'
import { paths } from '#platform/http/paths.rules.ts'
import type { Services } from '#platform/services/services.ts'
import { shopToday } from '#platform/services/shop-today.ts'

import type { DirectCheckout } from './offer-contract.api.ts'
import { createDirectCheckoutSession } from './offer-contract.api.ts'

type Options = { services: Services; publicUrl: string }

/** Checkout of the offers, for guests and users: JSON gets the URL, a plain form is redirected. */
export const offerRoutes: FastifyPluginAsyncZod<Options> = async (app, { services, publicUrl }) => {
  const guestCookie = cookieName(cookies.guest.name, { publicUrl })
  app.post(
    '/directlink-create-checkout-session',
    {
      ...operation({
        summary: 'Opens the payment page for an offer, for guests and members.',
        about: 'buying',
        who: 'anyone',
        ...createDirectCheckoutSession,
        refusals: [403, 404, 409, 429],
        takesForms: true,
      }),
      preValidation: readForm(['quantity']),
    },
    async (request, reply) => {
      const { body } = request
      const { user, product } = body
      const productId = typeof product === 'object' ? product.id : product
      await requireTrueRecords(services, request.viewer, { user, product }, offerSentence.disagrees)
      const caller = {
        viewer: request.viewer,
        token: guestTokenOf(parseCookie(request.headers.cookie ?? '')[guestCookie]),
        address: request.ip,
      }
      const starting = startOffer(services, caller, {
        ...wishOf(productId, body, shipToOf(body, await shopToday(services))),
        // For callers other than a browser the payment page collects the address.
        asksShipTo: isForm(request),
        captchaSolution: captchaSolutionIn(body),
      })
      const started = await inTime(starting, { ok: false, reason: 'provider-away' } as const)
      if (started.ok) {
        if (isForm(request)) return reply.redirect(started.url, 303)
        return reply.header('cache-control', 'no-store').send({ url: started.url })
      }
      const { quantity } = body
      return refuse(request, reply, started.reason, { productId, quantity, publicUrl })
    },
  )
}

const wishOf = (
  productId: string,
  body: DirectCheckout,
  shipTo: OfferShipTo | null,
): OfferWish => ({
  productId,
  quantity: body.quantity,
  shipTo,
  claims: {
    stripeShippingIds: [
      body.stripeShippingId1,
      body.stripeShippingId2,
      body.stripeShippingId3,
    ].filter((rate) => rate !== undefined),
    priceProductId: body.priceProductId,
    californiaTaxId: body.californiaTaxId,
  },
})

/** The validated ship-to details of the payload; null when it has none. */
function shipToOf(body: DirectCheckout, today: string): OfferShipTo | null {
  if (!isShipToGiven(body)) return null
  const checked = checkShipTo(body as Partial<ShipToValues>, today)
  if (checked.ok) return checked.shipTo
  if (checked.problem) {
    throw new ApiError(409, checked.problem, offerSentence[checked.problem])
  }
  const sentences = Object.entries(checked.errors).map(
    ([field, sentence]) => `${field}: ${sentence}`,
  )
  throw new ApiError(422, 'invalid-values', sentences.join('. '))
}

function refuse(
  request: FastifyRequest,
  reply: FastifyReply,
  reason: WhyNotOffered,
  { productId, quantity, publicUrl }: { productId: string; quantity: number; publicUrl: string },
) {
  if (!isForm(request)) throw notSoldError(reply, reason, offerSentence[reason])
  // A case that staff chose is sold by the other one's page.
  const offer = offerOf(productId) ?? 'offering'
  if (reason === 'ship-to-required') {
    return reply.redirect(paths.offerShipTo(offer, quantity), 303)
  }
  const shown = { tone: 'bad', sentence: offerSentence[reason], at: 'offer' } as const
  return redirectWithFlash(reply, paths.offer(offer), shown, { publicUrl })
}
