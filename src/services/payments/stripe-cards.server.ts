import { Stripe } from 'stripe'

import type { CardPayment, CardPayments } from './card-payments.ts'
import { ask, isMissing, shippingParam } from './stripe-calls.server.ts'

const waitsFor = {
  requires_payment_method: 'card',
  requires_confirmation: 'card',
  requires_action: 'bank',
  requires_capture: 'provider',
  processing: 'provider',
  succeeded: null,
  canceled: null,
} as const satisfies Record<string, CardPayment['waitsFor']>

type Known = keyof typeof waitsFor

const stateOf = (status: string): CardPayment['state'] =>
  status === 'succeeded' ? 'complete' : status === 'canceled' ? 'expired' : 'open'

/** A payment intent as the shop sees it. */
const cardPaymentOf = (intent: Stripe.PaymentIntent): CardPayment => ({
  id: intent.id,
  checkoutId: intent.metadata['checkout'] ?? null,
  state: stateOf(intent.status),
  paid: intent.status === 'succeeded',
  waitsFor: intent.status in waitsFor ? waitsFor[intent.status as Known] : 'provider',
  amountTotal: intent.amount_received,
  paymentIntentId: intent.id,
  email: null,
  name: intent.shipping?.name ?? null,
  clientSecret: intent.client_secret ?? '',
  bankUrl: intent.next_action?.redirect_to_url?.url ?? null,
  problem: intent.last_payment_error?.message ?? null,
})

const { StripeCardError, StripeInvalidRequestError } = Stripe.errors

/** Payments by card in our own page: payment intents and confirmation tokens. */
export const stripeCards = (stripe: Stripe): CardPayments => ({
  createCardPayment: (request, key) =>
    ask(async () => {
      const intent = await stripe.paymentIntents.create(
        {
          amount: request.amount,
          currency: 'usd',
          customer: request.customerId,
          description: request.description,
          metadata: { checkout: request.checkoutId },
          setup_future_usage: 'on_session',
          automatic_payment_methods: { enabled: true },
          allowed_payment_method_types: ['card'],
          ...(request.shipping && { shipping: shippingParam(request.shipping) }),
        },
        { idempotencyKey: key },
      )
      return cardPaymentOf(intent)
    }),

  confirmCardPayment: (id, { token, returnUrl }, key) =>
    ask(async () => {
      try {
        const params = { confirmation_token: token, return_url: returnUrl }
        const intent = await stripe.paymentIntents.confirm(id, params, { idempotencyKey: key })
        return cardPaymentOf(intent)
      } catch (error) {
        if (error instanceof StripeCardError && error.payment_intent) {
          return { ...cardPaymentOf(error.payment_intent), problem: error.message }
        }
        if (!(error instanceof StripeInvalidRequestError)) throw error
        if (error.param === 'confirmation_token') return 'token-refused'
        if (error.code !== 'payment_intent_unexpected_state') throw error
        return cardPaymentOf(await stripe.paymentIntents.retrieve(id))
      }
    }),

  getCardPayment: (id) =>
    ask(async () => {
      try {
        return cardPaymentOf(await stripe.paymentIntents.retrieve(id))
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    }),

  findCardPayment: (customerId, checkoutId) =>
    ask(async () => {
      const newest = await stripe.paymentIntents.list({ customer: customerId, limit: 20 })
      const made = newest.data.find((intent) => intent.metadata['checkout'] === checkoutId)
      return made ? cardPaymentOf(made) : null
    }),

  cancelCardPayment: (id) =>
    ask(async () => {
      try {
        return cardPaymentOf(await stripe.paymentIntents.cancel(id))
      } catch (error) {
        // Refused when it is past cancelling: ask how it ended.
        if (!(error instanceof StripeInvalidRequestError)) throw error
        return cardPaymentOf(await stripe.paymentIntents.retrieve(id))
      }
    }),
})
