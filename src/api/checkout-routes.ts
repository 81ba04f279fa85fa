import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'

import type { Viewer } from '#data/people.ts'
import { checkoutSentence } from '#domain/copy/checkout.ts'
import type { WhyNotStarted } from '#use-cases/checkout/start-checkout.ts'
import type { Shop } from '#use-cases/shop.ts'

import type { CheckoutClaims } from './contract.ts'
import { createCheckoutSession } from './contract.ts'
import { ApiFault } from './errors.ts'
import { isForm, readForm } from './form-body.ts'
import { inTime } from './in-time.ts'
import { sendNotSold } from './not-sold.ts'
import { operation } from './operation.ts'
import { callerOf } from './viewer.ts'

/** Members' checkout: JSON is answered with the page's address, a plain form is sent there. */
export const checkoutRoutes: FastifyPluginAsyncZod<{ shop: Shop }> = async (app, { shop }) => {
  app.post(
    '/create-checkout-session',
    {
      ...operation({
        summary: 'Opens the payment page for the member’s cart.',
        about: 'buying',
        who: 'member',
        ...createCheckoutSession,
        refusals: [409],
        takesForms: true,
      }),
      preValidation: readForm(['quantity']),
    },
    async (request, reply) => {
      if (isForm(request) && !request.viewer) {
        return reply.redirect(`/login?to=${encodeURIComponent('/members?cart=open')}`, 303)
      }
      const viewer = callerOf(request)
      const starting = shop.startCheckout(viewer, claimsOf(request.body, viewer))
      const started = await inTime(starting, { ok: false, reason: 'provider-away' } as const)
      if (started.ok) {
        if (isForm(request)) return reply.redirect(started.url, 303)
        return reply.header('cache-control', 'no-store').send({ url: started.url })
      }
      return refuse(request, reply, started.reason)
    },
  )
}

function refuse(request: FastifyRequest, reply: FastifyReply, reason: WhyNotStarted) {
  if (isForm(request)) {
    const to = reason === 'already-paid' ? '/members' : `/members?cart=open&notice=${reason}`
    return reply.redirect(to, 303)
  }
  return sendNotSold(request, reply, reason, checkoutSentence[reason])
}

/** What the caller says of the purchase; another person's id is refused here already. */
function claimsOf({ user, product, ...rest }: CheckoutClaims, viewer: Viewer) {
  const personId = typeof user === 'object' ? (user.id ?? user.clientUID ?? viewer.id) : user
  if (personId !== undefined && personId !== viewer.id) {
    throw new ApiFault(400, 'disagrees', checkoutSentence.disagrees)
  }
  return { ...rest, productId: typeof product === 'object' ? product.id : product }
}
