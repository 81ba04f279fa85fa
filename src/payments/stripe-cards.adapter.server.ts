import { Stripe } from 'stripe'

import type { CardPayment, CardPayments, ConfirmedBy, KeptCard } from './card-payments.ts'
import { callOrNull, callProvider, shippingParam } from './stripe-calls.adapter.server.ts'

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

/** Maps Stripe's payment intent to ours. */
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

const confirmParams = (by: ConfirmedBy): Stripe.PaymentIntentConfirmParams => ({
  return_url: by.returnUrl,
  ...('keptCardId' in by
    ? { payment_method: by.keptCardId }
    : {
        confirmation_token: by.token,
        // Empty: an attempt before that was declined may have asked to keep its card.
        setup_future_usage: by.keepsCard ? 'on_session' : '',
      }),
})

const keptCardOf = ({ id, card }: Stripe.PaymentMethod): KeptCard => ({
  id,
  brand: card?.display_brand ?? card?.brand ?? 'card',
  last4: card?.last4 ?? '',
  expMonth: card?.exp_month ?? 0,
  expYear: card?.exp_year ?? 0,
})

/** The most that a page has, as each purchase may save the same card once more; by itself it has ten. */
const savedCards = (stripe: Stripe, customer: string) =>
  stripe.paymentMethods.list({ customer, type: 'card', limit: 100 })

const { StripeCardError, StripeInvalidRequestError } = Stripe.errors

/** Card payments on our own page: payment intents and confirmation tokens. */
export const stripeCards = (stripe: Stripe): CardPayments => ({
  createCardPayment: (request, key) =>
    callProvider(async () => {
      const intent = await stripe.paymentIntents.create(
        {
          amount: request.amount,
          currency: 'usd',
          customer: request.customerId,
          description: request.description,
          metadata: { checkout: request.checkoutId },
          automatic_payment_methods: { enabled: true },
          allowed_payment_method_types: ['card'],
          ...(request.shipping && { shipping: shippingParam(request.shipping) }),
        },
        { idempotencyKey: key },
      )
      return cardPaymentOf(intent)
    }),

  confirmCardPayment: (id, by, key) =>
    callProvider(async () => {
      try {
        const intent = await stripe.paymentIntents.confirm(id, confirmParams(by), {
          idempotencyKey: key,
        })
        return cardPaymentOf(intent)
      } catch (error) {
        if (error instanceof StripeCardError && error.payment_intent) {
          return { ...cardPaymentOf(error.payment_intent), problem: error.message }
        }
        if (!(error instanceof StripeInvalidRequestError)) throw error
        if (error.param === 'confirmation_token' || error.param === 'payment_method') {
          return 'token-refused'
        }
        if (error.code !== 'payment_intent_unexpected_state') throw error
        return cardPaymentOf(await stripe.paymentIntents.retrieve(id))
      }
    }),

  getCardPayment: (id) =>
    callOrNull(async () => cardPaymentOf(await stripe.paymentIntents.retrieve(id))),

  findCardPayment: (customerId, checkoutId) =>
    callProvider(async () => {
      const newest = await stripe.paymentIntents.list({ customer: customerId, limit: 20 })
      const made = newest.data.find((intent) => intent.metadata['checkout'] === checkoutId)
      return made ? cardPaymentOf(made) : null
    }),

  keptCards: (customerId) =>
    callProvider(async () => {
      const { data } = await savedCards(stripe, customerId)
      const isFirst = ({ card }: Stripe.PaymentMethod, index: number) =>
        data.findIndex((other) => other.card?.fingerprint === card?.fingerprint) === index
      return data.filter(isFirst).map(keptCardOf)
    }),

  removeKeptCard: (customerId, cardId) =>
    callProvider(async () => {
      const { data } = await savedCards(stripe, customerId)
      const removed = data.find(({ id }) => id === cardId)
      if (!removed) return false
      // The same card may have been saved twice: all of its duplicates are removed.
      const same = data.filter(({ card }) => card?.fingerprint === removed.card?.fingerprint)
      await Promise.all(same.map(({ id }) => stripe.paymentMethods.detach(id)))
      return true
    }),

  cancelCardPayment: (id) =>
    callProvider(async () => {
      try {
        return cardPaymentOf(await stripe.paymentIntents.cancel(id))
      } catch (error) {
        // Rejected when it can no longer be cancelled: read its final state.
        if (!(error instanceof StripeInvalidRequestError)) throw error
        return cardPaymentOf(await stripe.paymentIntents.retrieve(id))
      }
    }),
})
