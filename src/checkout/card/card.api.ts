import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'

import { captchaSolutionIn } from '#accounts/captcha/captcha-solution.api.ts'
import { callerOf } from '#accounts/sessions/viewer.api.ts'
import { ApiError } from '#platform/api/errors.api.ts'
import { redirectWithFlash } from '#platform/api/flash.api.ts'
import { isForm, readForm } from '#platform/api/form-body.api.ts'
import { inTime } from '#platform/api/in-time.api.ts'
import { operation } from '#platform/api/operation.api.ts'
import { paths } from '#platform/http/paths.rules.ts'
import type { Services } from '#platform/services/services.ts'

import { notSoldError } from '../not-sold.api.ts'
import { notices } from '../notices.copy.ts'
import { productIdOf, requireTrueRecords } from '../record-claims.api.ts'
import { typedIn } from '../typed-fields.api.ts'
import type { CardPaymentResponse } from './card-contract.api.ts'
import { cardTokenCharge, stripeCheck, stripeCheckout } from './card-contract.api.ts'
import { cardSentence, customerSentence } from './card.copy.ts'
import type { CardPaymentStatus } from './charge-card.actions.server.ts'
import { checkCardPayment } from './check-card-payment.actions.server.ts'
import type { PaidByCard } from './pay-by-card.actions.server.ts'
import { payByCard } from './pay-by-card.actions.server.ts'

const refusals = [402, 403, 409, 429]

type Options = { services: Services; publicUrl: string }

/** Card payments on the shop's own page: JSON gets the payment, a plain form is redirected. */
export const cardRoutes: FastifyPluginAsyncZod<Options> = async (app, { services, publicUrl }) => {
  app.post(
    '/cardTokenCharge',
    {
      ...operation({
        summary: 'Pays for the member’s cart with a card.',
        about: 'cards',
        who: 'member',
        ...cardTokenCharge,
        refusals,
        takesForms: true,
        page: paths.card(),
      }),
      preValidation: readForm(['amount']),
    },
    async (request, reply) => {
      const viewer = callerOf(request)
      const { token, amount, shipTo, keep: keepsCard = false, user, product } = request.body
      await requireTrueRecords(services, viewer, { user, product }, cardSentence.disagrees)
      const claims = { amount, shipTo, productId: productIdOf(product) }
      const captchaSolution = captchaSolutionIn(request.body)
      return sendCharge(
        request,
        reply,
        payByCard(services, viewer, {
          token,
          ...claims,
          keepsCard,
          captchaSolution,
          typed: typedIn(request.body),
          address: request.ip,
        }),
        publicUrl,
      )
    },
  )

  app.post(
    '/stripe_checkout',
    {
      ...operation({
        summary: 'Pays for so many cases of the current release with a card.',
        about: 'cards',
        who: 'member',
        ...stripeCheckout,
        refusals,
        takesForms: true,
        page: paths.card(),
      }),
      preValidation: readForm(['cantidad']),
    },
    async (request, reply) => {
      const viewer = callerOf(request)
      const { stripeToken: token, cantidad: quantity, user, product } = request.body
      await requireTrueRecords(services, viewer, { user, product }, cardSentence.disagrees)
      const claims = { quantity, productId: productIdOf(product) }
      const captchaSolution = captchaSolutionIn(request.body)
      return sendCharge(
        request,
        reply,
        payByCard(services, viewer, { token, ...claims, captchaSolution, address: request.ip }),
        publicUrl,
      )
    },
  )

  app.post(
    '/stripe_check',
    operation({
      summary: 'The status of a payment by card, for its owner.',
      about: 'cards',
      who: 'member',
      ...stripeCheck,
      refusals: [404, 429],
    }),
    async (request) => {
      const checking = checkCardPayment(
        services,
        callerOf(request),
        request.body.source,
        request.ip,
      )
      const status = await inTime(checking, 'provider-away' as const)
      if (status === 'unknown') {
        throw new ApiError(404, 'no-payment', customerSentence['no-payment'])
      }
      if (status === 'too-many-calls') {
        throw new ApiError(429, status, customerSentence[status])
      }
      if (status === 'provider-away') {
        throw new ApiError(503, status, customerSentence[status])
      }
      return paymentResponse(status)
    },
  )
}

async function sendCharge(
  request: FastifyRequest,
  reply: FastifyReply,
  paying: Promise<PaidByCard>,
  publicUrl: string,
) {
  const paid = await inTime(paying, { ok: false, reason: 'provider-away' } as const)
  reply.header('cache-control', 'no-store')
  if (isForm(request)) {
    if (paid.ok) return reply.redirect(whereTo(paid.payment), 303)
    const figures = 'sentence' in paid && { sentence: paid.sentence }
    const shown = { ...notices[paid.reason], ...figures, at: 'content' } as const
    return redirectWithFlash(reply, paths.card(), shown, { publicUrl })
  }
  if (paid.ok) return paymentResponse(paid.payment)
  const sentence =
    'problem' in paid
      ? paid.problem
      : 'sentence' in paid
        ? paid.sentence
        : cardSentence[paid.reason]
  throw notSoldError(reply, paid.reason, sentence)
}

/** Where a plain form is redirected: to the bank or the thank-you page. */
const whereTo = ({ bankUrl, id }: CardPaymentStatus): string => bankUrl ?? paths.purchaseThanks(id)

const paymentResponse = (payment: CardPaymentStatus): CardPaymentResponse => ({
  id: payment.id,
  object: 'payment_intent',
  status: payment.status,
  amount: payment.amount,
  currency: 'usd',
  customer: payment.customerId,
  client_secret: payment.clientSecret,
  redirect_url: payment.bankUrl,
  message: payment.problem,
})
