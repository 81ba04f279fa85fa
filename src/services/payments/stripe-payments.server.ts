import { Stripe } from 'stripe'

import { paymentEvents } from './payment-events.ts'
import type { Payments } from './payments.ts'
import { ForgedEvent, ProviderRefused } from './payments.ts'
import { stripeAfterSale } from './stripe-after-sale.server.ts'
import { stripeBooks } from './stripe-books.server.ts'
import {
  ask,
  customerParams,
  eventOf,
  isMissing,
  openStripe,
  sessionOf,
  shippingParam,
} from './stripe-calls.server.ts'
import { underFreshKey } from './spent-keys.server.ts'
import { stripeCards } from './stripe-cards.server.ts'
import { stripeOffers } from './stripe-offers.server.ts'

export type StripeSettings = {
  secretKey: string
  webhookSecret: string
  /** Another place that speaks the provider's HTTP, such as the stand-in; absent: the provider. */
  apiBase?: string | undefined
}

/** The card payment provider's real adapter; the stand-in is the same adapter at another address. */
export function stripePayments(settings: StripeSettings): Payments {
  const stripe = openStripe(settings)

  return {
    ...stripeCards(stripe),
    ...stripeOffers(stripe),
    ...stripeAfterSale(stripe),
    ...stripeBooks(stripe),

    createCustomer: (profile, key) =>
      ask(async () => {
        // Made twice, one of them is never used.
        const customer = await underFreshKey(key, (idempotencyKey) =>
          stripe.customers.create(customerParams(profile), { idempotencyKey }),
        )
        return customer.id
      }),

    updateCustomer: (customerId, profile) =>
      ask(async () => {
        try {
          const customer = await stripe.customers.update(customerId, customerParams(profile))
          return !('deleted' in customer && customer.deleted)
        } catch (error) {
          if (isMissing(error)) return false
          throw error
        }
      }),

    createSession: (request, key) =>
      ask(async () => {
        const session = await stripe.checkout.sessions.create(
          {
            mode: 'payment',
            customer: request.customerId,
            client_reference_id: request.checkoutId,
            line_items: request.lines.map((line) => ({
              price: line.priceId,
              quantity: line.quantity,
              tax_rates: [request.taxRateId],
            })),
            shipping_options: [{ shipping_rate: request.shippingRateId }],
            payment_intent_data: {
              metadata: { checkout: request.checkoutId },
              ...(request.shipping && { shipping: shippingParam(request.shipping) }),
            },
            metadata: { checkout: request.checkoutId },
            success_url: request.successUrl,
            cancel_url: request.cancelUrl,
            expires_at: Math.floor(request.expiresAt.getTime() / 1000),
          },
          { idempotencyKey: key },
        )
        if (!session.url) throw new ProviderRefused('no_url', 'The session has no page')
        return { id: session.id, url: session.url }
      }),

    getSession: (sessionId) =>
      ask(async () => {
        try {
          return sessionOf(await stripe.checkout.sessions.retrieve(sessionId))
        } catch (error) {
          if (isMissing(error)) return null
          throw error
        }
      }),

    findSession: (customerId, checkoutId) =>
      ask(async () => {
        const newest = await stripe.checkout.sessions.list({ customer: customerId, limit: 20 })
        const made = newest.data.find((session) => session.client_reference_id === checkoutId)
        return made ? sessionOf(made) : null
      }),

    paymentEventsSince: (since) =>
      ask(async () => {
        const types = [...paymentEvents]
        const created = { gte: Math.floor(since.getTime() / 1000) }
        const events = await stripe.events
          .list({ types, created, limit: 100 })
          .autoPagingToArray({ limit: 1_000 })
        return events.map(eventOf).toReversed()
      }),

    expireSession: (sessionId) =>
      ask(async () => {
        try {
          return sessionOf(await stripe.checkout.sessions.expire(sessionId))
        } catch (error) {
          // Refused when it is no longer open: ask how it ended.
          if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
          return sessionOf(await stripe.checkout.sessions.retrieve(sessionId))
        }
      }),

    readEvent: (rawBody, signature) => {
      try {
        return eventOf(stripe.webhooks.constructEvent(rawBody, signature, settings.webhookSecret))
      } catch (error) {
        throw new ForgedEvent('The event carries no valid signature', { cause: error })
      }
    },
  }
}
