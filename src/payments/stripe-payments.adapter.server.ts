import { Stripe } from 'stripe'

import { paymentEvents } from './payment-events.ts'
import type { Payments, ProviderEvent } from './payments.ts'
import { ForeignEvent, ForgedEvent } from './payments.ts'
import { withFreshKey } from './spent-keys.server.ts'
import { stripeAfterSale } from './stripe-after-sale.adapter.server.ts'
import { stripeBalance } from './stripe-balance.adapter.server.ts'
import {
  callOrNull,
  callProvider,
  checkoutOfSession,
  customerParams,
  eventOf,
  isOwnEvent,
  lineItems,
  openedOf,
  openStripe,
  pageParams,
  sessionOf,
  shippingParam,
} from './stripe-calls.adapter.server.ts'
import { stripeCards } from './stripe-cards.adapter.server.ts'
import { stripeCatalogue } from './stripe-catalogue.adapter.server.ts'
import { stripeOffers } from './stripe-offers.adapter.server.ts'
import { pages, stripeReconciliation } from './stripe-reconciliation.adapter.server.ts'
import { stripeReshipment } from './stripe-reshipment.adapter.server.ts'

type StripeSettings = {
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

    async updateCustomer(customerId, profile) {
      const customer = await callOrNull(() =>
        stripe.customers.update(customerId, customerParams(profile)),
      )
      return customer !== null
    },

    createSession: (request, key) =>
      callProvider(async () => {
        const session = await stripe.checkout.sessions.create(
          {
            ...pageParams(request, {
              ...(request.shipping && { shipping: shippingParam(request.shipping) }),
            }),
            customer: request.customerId,
            line_items: lineItems(request),
            shipping_options: [{ shipping_rate: request.shippingRateId }],
          },
          { idempotencyKey: key },
        )
        return openedOf(session)
      }),

    getSession: (sessionId) =>
      callOrNull(async () => sessionOf(await stripe.checkout.sessions.retrieve(sessionId))),

    findSession: (customerId, checkoutId) =>
      callProvider(async () => {
        const newest = await stripe.checkout.sessions.list({ customer: customerId, limit: 20 })
        const made = newest.data.find((session) => checkoutOfSession(session) === checkoutId)
        return made ? sessionOf(made) : null
      }),

    paymentEventsSince: (since) => eventsSince(stripe, since),

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
      let event: unknown
      try {
        event = stripe.webhooks.constructEvent(rawBody, signature, settings.webhookSecret)
      } catch (error) {
        throw new ForgedEvent('The event carries no valid signature', { cause: error })
      }
      if (!isOwnEvent(event, settings.secretKey)) {
        throw new ForeignEvent('The event is incomplete, of another mode, or of another account')
      }
      return eventOf(event)
    },
  }
}

/** Enough for the job that catches up each minute: what it leaves, the hold or the reconciliation finds. */
const mostEvents = 1_000

/** The events of the day from a time on that change our ledger, the newest of them, oldest first. */
export async function eventsSince(
  stripe: Pick<Stripe, 'events'>,
  since: Date,
): Promise<ProviderEvent[]> {
  const types = [...paymentEvents]
  const span = { from: since, to: new Date(since.getTime() + 24 * 60 * 60_000) }
  const events: ProviderEvent[] = []
  const list = pages(span, eventOf, (cursor) => stripe.events.list({ ...cursor, types }))
  for await (const page of list) {
    events.push(...page)
    if (events.length >= mostEvents) break
  }
  return events.toReversed()
}
