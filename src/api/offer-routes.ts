import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'

import { offerSentence } from '#domain/copy/offers.ts'
import type { OfferShipTo, ShipToValues } from '#domain/forms/offer-ship-to.ts'
import { checkShipTo, saysShipTo } from '#domain/forms/offer-ship-to.ts'
import { guestTokenIn } from '#domain/guest-token.ts'
import type { OfferName } from '#domain/offers.ts'
import { offerOf } from '#domain/offers.ts'
import type { OfferWish, WhyNotOffered } from '#use-cases/offers/start-offer.ts'
import type { Shop } from '#use-cases/shop.ts'

import { ApiFault } from './errors.ts'
import { isForm, readForm } from './form-body.ts'
import { inTime } from './in-time.ts'
import { sendNotSold } from './not-sold.ts'
import type { DirectCheckout } from './offer-contract.ts'
import { createDirectCheckoutSession } from './offer-contract.ts'
import { operation } from './operation.ts'

/** The offers' checkout, for guests and members: JSON is answered, a plain form is sent on. */
export const offerRoutes: FastifyPluginAsyncZod<{ shop: Shop }> = async (app, { shop }) => {
  app.post(
    '/directlink-create-checkout-session',
    {
      ...operation({
        summary: 'Opens the payment page for an offer, for guests and members.',
        about: 'buying',
        who: 'anyone',
        ...createDirectCheckoutSession,
        refusals: [404, 409, 429],
        takesForms: true,
      }),
      preValidation: readForm(['quantity']),
    },
    async (request, reply) => {
      const { body } = request
      const productId = typeof body.product === 'object' ? body.product.id : body.product
      const caller = {
        viewer: request.viewer,
        token: guestTokenIn(request.headers.cookie),
        address: request.ip,
      }
      const starting = shop.startOffer(caller, {
        ...wishOf(productId, body, shipToOf(body)),
        // A browser is asked by our own page; other callers leave it to the provider's.
        asksShipTo: isForm(request),
      })
      const started = await inTime(starting, { ok: false, reason: 'provider-away' } as const)
      if (started.ok) {
        if (isForm(request)) return reply.redirect(started.url, 303)
        return reply.header('cache-control', 'no-store').send({ url: started.url })
      }
      return refuse(request, reply, started.reason, { productId, quantity: body.quantity })
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

/** Where the caller says it goes, checked; null when nothing is said of it. */
function shipToOf(body: DirectCheckout): OfferShipTo | null {
  if (!saysShipTo(body)) return null
  const checked = checkShipTo(body as Partial<ShipToValues>, new Date())
  if (checked.ok) return checked.shipTo
  if (checked.problem) {
    throw new ApiFault(409, checked.problem, offerSentence[checked.problem])
  }
  const told = Object.entries(checked.errors).map(([field, sentence]) => `${field}: ${sentence}`)
  throw new ApiFault(422, 'invalid-values', told.join('. '))
}

/** Our own step before the payment page. */
const shipToPage = (offer: OfferName, quantity: number) => `/${offer}/ship-to?quantity=${quantity}`

function refuse(
  request: FastifyRequest,
  reply: FastifyReply,
  reason: WhyNotOffered,
  { productId, quantity }: { productId: string; quantity: number },
) {
  const offer = offerOf(productId)
  if (isForm(request) && offer) {
    const to = reason === 'ask-ship-to' ? shipToPage(offer, quantity) : `/${offer}?notice=${reason}`
    return reply.redirect(to, 303)
  }
  return sendNotSold(request, reply, reason, offerSentence[reason])
}
