import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'

import { captchaField } from '#accounts/captcha/captcha.rules.ts'
import { passesCheckoutCaptcha } from '#accounts/captcha/check-captcha.actions.server.ts'
import { callerOf } from '#accounts/sessions/viewer.api.ts'
import { identityError } from '#accounts/sign-in/identity-errors.api.ts'
import { redirectWithFlash } from '#platform/api/flash.api.ts'
import { isForm, readForm } from '#platform/api/form-body.api.ts'
import { inTime } from '#platform/api/in-time.api.ts'
import { operation } from '#platform/api/operation.api.ts'
import { paths } from '#platform/http/paths.rules.ts'
import type { Services } from '#platform/services/services.ts'

import { checkoutSentence } from './checkout.copy.ts'
import { createCheckoutSession } from './contract.api.ts'
import { notSoldError } from './not-sold.api.ts'
import type { Notice } from './notices.copy.ts'
import { notices } from './notices.copy.ts'
import { productIdOf, requireTrueRecords } from './record-claims.api.ts'
import type { WhyNotStarted } from './start-checkout.actions.server.ts'
import { startCheckout } from './start-checkout.actions.server.ts'
import { typedIn } from './typed-fields.api.ts'

type Options = { services: Services; publicUrl: string }

/** Checkout of a cart: JSON gets the payment page's URL, a plain form is redirected there. */
export const checkoutRoutes: FastifyPluginAsyncZod<Options> = async (
  app,
  { services, publicUrl },
) => {
  app.post(
    '/create-checkout-session',
    {
      ...operation({
        summary: 'Opens the payment page for the member’s cart.',
        about: 'buying',
        who: 'member',
        ...createCheckoutSession,
        refusals: [403, 409, 429],
        takesForms: true,
        page: paths.members(undefined, { cart: 'open' }),
      }),
      preValidation: readForm(['quantity']),
    },
    async (request, reply) => {
      const viewer = callerOf(request)
      const { captchaResponse, [captchaField]: fromWidget, ...sent } = request.body
      const solution = captchaResponse ?? fromWidget
      if (!(await passesCheckoutCaptcha(services, solution, request.ip))) {
        if (!isForm(request)) throw identityError('captcha-check-failed', {})
        return toCart(reply, notices.captcha, publicUrl)
      }
      const { user, product, ...rest } = sent
      await requireTrueRecords(services, viewer, { user, product }, checkoutSentence.disagrees)
      const claims = { ...rest, productId: productIdOf(product) }
      const starting = startCheckout(services, viewer, claims, request.ip, typedIn(sent))
      const started = await inTime(starting, { ok: false, reason: 'provider-away' } as const)
      if (started.ok) {
        if (isForm(request)) return reply.redirect(started.url, 303)
        return reply.header('cache-control', 'no-store').send({ url: started.url })
      }
      // The reader of a forwarded link is not told what the buyer has had.
      const figures = 'sentence' in started && !viewer.isLimited ? started.sentence : null
      return refuse(request, reply, { reason: started.reason, figures }, publicUrl)
    },
  )
}

const toCart = (reply: FastifyReply, notice: Notice, publicUrl: string) =>
  redirectWithFlash(
    reply,
    paths.members(undefined, { cart: 'open' }),
    { ...notice, at: 'cart' },
    { publicUrl },
  )

function refuse(
  request: FastifyRequest,
  reply: FastifyReply,
  { reason, figures }: { reason: WhyNotStarted; figures: string | null },
  publicUrl: string,
) {
  if (!isForm(request)) throw notSoldError(reply, reason, figures ?? checkoutSentence[reason])
  if (reason === 'already-paid') return reply.redirect(paths.members(), 303)
  return toCart(
    reply,
    { ...notices[reason], ...(figures !== null && { sentence: figures }) },
    publicUrl,
  )
}
