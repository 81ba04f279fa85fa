import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'

import { cardSentence, customerSentence } from '#domain/copy/card.ts'
import type { CardStanding } from '#use-cases/checkout/charge-card.ts'
import type { PaidByCard } from '#use-cases/checkout/pay-by-card.ts'
import type { Shop } from '#use-cases/shop.ts'

import type { CardPaymentAnswer } from './card-contract.ts'
import { cardTokenCharge, stripeCheck, stripeCheckout } from './card-contract.ts'
import { ApiFault } from './errors.ts'
import { isForm, readForm } from './form-body.ts'
import { inTime } from './in-time.ts'
import { sendNotSold } from './not-sold.ts'
import { operation } from './operation.ts'
import { callerOf } from './viewer.ts'

const refusals = [402, 409, 429]

/** Paying by card in the shop's own page: JSON is answered with the payment, a form is led on. */
export const cardRoutes: FastifyPluginAsyncZod<{ shop: Shop }> = async (app, { shop }) => {
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
      }),
      preValidation: readForm(['amount']),
    },
    async (request, reply) => {
      const { token, amount } = request.body
      return answer(request, reply, shop.payByCard(callerOf(request), { token, amount }))
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
      }),
      preValidation: readForm(['cantidad']),
    },
    async (request, reply) => {
      const { stripeToken: token, cantidad: quantity } = request.body
      return answer(request, reply, shop.payByCard(callerOf(request), { token, quantity }))
    },
  )

  app.post(
    '/stripe_check',
    operation({
      summary: 'How a payment by card stands, for its owner.',
      about: 'cards',
      who: 'member',
      ...stripeCheck,
      refusals: [404],
    }),
    async (request) => {
      const checking = shop.checkCardPayment(callerOf(request), request.body.source)
      const standing = await inTime(checking, 'provider-away' as const)
      if (standing === 'unknown') {
        throw new ApiFault(404, 'no-payment', customerSentence['no-payment'])
      }
      if (standing === 'provider-away') {
        throw new ApiFault(503, standing, customerSentence[standing])
      }
      return paymentAnswer(standing)
    },
  )
}

async function answer(request: FastifyRequest, reply: FastifyReply, paying: Promise<PaidByCard>) {
  const paid = await inTime(paying, { ok: false, reason: 'provider-away' } as const)
  reply.header('cache-control', 'no-store')
  if (isForm(request)) return reply.redirect(whereTo(paid), 303)
  if (paid.ok) return paymentAnswer(paid.payment)
  const sentence = 'problem' in paid ? paid.problem : cardSentence[paid.reason]
  return sendNotSold(request, reply, paid.reason, sentence)
}

/** Where a plain form is led: to the thanks, to the bank, or back to the panel with the reason. */
function whereTo(paid: PaidByCard): string {
  if (!paid.ok) return `/card?notice=${paid.reason}`
  const { bankUrl, id } = paid.payment
  return bankUrl ?? `/succes?payment_intent=${id}`
}

const paymentAnswer = (payment: CardStanding): CardPaymentAnswer => ({
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
