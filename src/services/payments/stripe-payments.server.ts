import { Stripe } from 'stripe'

import { paymentEvents } from './payment-events.ts'
import type { Payments } from './payments.ts'
import { ForgedEvent } from './payments.ts'
import { stripeAfterSale } from './stripe-after-sale.server.ts'
import { stripeBalance } from './stripe-balance.server.ts'
import { stripeReconciliation } from './stripe-reconciliation.server.ts'
import {
  callProvider,
  checkoutOfSession,
  customerParams,
  eventOf,
  isMissing,
  openedOf,
  openStripe,
  sessionOf,
  shippingParam,
} from './stripe-calls.server.ts'
import { withFreshKey } from './spent-keys.server.ts'
import { stripeCatalogue } from './stripe-catalogue.server.ts'
import { stripeCards } from './stripe-cards.server.ts'
import { stripeOffers } from './stripe-offers.server.ts'
import { stripeReshipment } from './stripe-reshipment.server.ts'

export type StripeSettings = {
  secretKey: string
  webhookSecret: string
  /** Base URL of a compatible API, such as the fake server; absent: Stripe. */
  apiBase?: string | undefined
}

/** The adapter for Stripe; the fake server is used by the same adapter with another base URL. */
export function stripePayments(settings: StripeSettings): Payments {
  const stripe = openStripe(settings)

  return {
    ...stripeCatalogue(stripe),
    ...stripeCards(stripe),
    ...stripeOffers(stripe),
    ...stripeReshipment(stripe),
    ...stripeAfterSale(stripe),
    ...stripeReconciliation(stripe),
    ...stripeBalance(stripe),

    createCustomer: (profile, key) =>
      callProvider(async () => {
        // Creating it twice is harmless: one of them is never used.
        const customer = await withFreshKey(key, (idempotencyKey) =>
          stripe.customers.create(customerParams(profile), { idempotencyKey }),
        )
        return customer.id
      }),

    updateCustomer: (customerId, profile) =>
      callProvider(async () => {
        try {
          const customer = await stripe.customers.update(customerId, customerParams(profile))
          return !('deleted' in customer && customer.deleted)
        } catch (error) {
          if (isMissing(error)) return false
          throw error
        }
      }),

    createSession: (request, key) =>
      callProvider(async () => {
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
            custom_text: { submit: { message: request.note } },
            success_url: request.successUrl,
            cancel_url: request.cancelUrl,
            expires_at: Math.floor(request.expiresAt.getTime() / 1000),
          },
          { idempotencyKey: key },
        )
        return openedOf(session)
      }),

    getSession: (sessionId) =>
      callProvider(async () => {
        try {
          return sessionOf(await stripe.checkout.sessions.retrieve(sessionId))
        } catch (error) {
          if (isMissing(error)) return null
          throw error
        }
      }),

    findSession: (customerId, checkoutId) =>
      callProvider(async () => {
        const newest = await stripe.checkout.sessions.list({ customer: customerId, limit: 20 })
        const made = newest.data.find((session) => checkoutOfSession(session) === checkoutId)
        return made ? sessionOf(made) : null
      }),

    paymentEventsSince: (since) =>
      callProvider(async () => {
        const types = [...paymentEvents]
        const created = { gte: Math.floor(since.getTime() / 1000) }
        const events = await stripe.events
          .list({ types, created, limit: 100 })
          .autoPagingToArray({ limit: 1_000 })
        return events.map(eventOf).toReversed()
      }),

    expireSession: (sessionId) =>
      callProvider(async () => {
        try {
          return sessionOf(await stripe.checkout.sessions.expire(sessionId))
        } catch (error) {
          // Rejected when it is no longer open: read its final state.
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
