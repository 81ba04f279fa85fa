import { Stripe } from 'stripe'

import type {
  CustomerProfile,
  PaymentSession,
  Payments,
  PostalAddress,
  ProviderEvent,
} from './payments.ts'
import { ForgedEvent, ProviderRefused, ProviderUnavailable } from './payments.ts'

export type StripeSettings = {
  secretKey: string
  webhookSecret: string
  /** Another place that speaks the provider's HTTP, such as the stand-in; absent: the provider. */
  apiBase?: string | undefined
}

/** The SDK waits 80 s by default; a buyer does not. */
const timeoutMs = 10_000

export function openStripe({
  secretKey,
  apiBase,
}: Pick<StripeSettings, 'secretKey' | 'apiBase'>): Stripe {
  const at = apiBase ? new URL(apiBase) : null
  return new Stripe(secretKey, {
    timeout: timeoutMs,
    maxNetworkRetries: 1,
    telemetry: false,
    ...(at && {
      host: at.hostname,
      port: at.port || (at.protocol === 'https:' ? 443 : 80),
      protocol: at.protocol === 'https:' ? 'https' : 'http',
    }),
  })
}

const addressParam = (address: PostalAddress) => ({
  line1: address.line1,
  ...(address.line2 && { line2: address.line2 }),
  city: address.city,
  state: address.state,
  postal_code: address.postalCode,
  country: 'US',
})

const customerParams = ({ name, email, phone, shipping }: CustomerProfile) => ({
  name,
  email,
  ...(phone && { phone }),
  ...(shipping && { shipping: { name: shipping.name, address: addressParam(shipping.address) } }),
})

const idOf = (reference: string | { id: string } | null) =>
  typeof reference === 'string' ? reference : (reference?.id ?? null)

const stateOf = (status: string | null): PaymentSession['state'] =>
  status === 'complete' ? 'complete' : status === 'expired' ? 'expired' : 'open'

const sessionOf = (session: Stripe.Checkout.Session): PaymentSession => ({
  id: session.id,
  url: session.url,
  checkoutId: session.client_reference_id,
  state: stateOf(session.status),
  paid: session.payment_status === 'paid',
  amountTotal: session.amount_total ?? 0,
  paymentIntentId: idOf(session.payment_intent),
  email: session.customer_details?.email ?? null,
  name: session.customer_details?.name ?? null,
})

const eventOf = (event: Stripe.Event): ProviderEvent => ({
  id: event.id,
  type: event.type,
  createdAt: new Date(event.created * 1000),
  objectId: (event.data.object as { id?: string }).id ?? null,
})

/** Turns the SDK's errors into ours: gone for now, or refused for good. */
function translated(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error
  const status = error.statusCode ?? 0
  if (status === 0 || status === 409 || status === 429 || status >= 500) {
    return new ProviderUnavailable(`The payment provider failed: ${error.type}`, { cause: error })
  }
  return new ProviderRefused(error.code ?? error.type, error.message)
}

const isMissing = (error: unknown) =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing'

async function ask<T>(question: () => Promise<T>): Promise<T> {
  try {
    return await question()
  } catch (error) {
    throw translated(error)
  }
}

/** The card payment provider's real adapter; the stand-in is the same adapter at another address. */
export function stripePayments(settings: StripeSettings): Payments {
  const stripe = openStripe(settings)

  return {
    createCustomer: (profile, key) =>
      ask(async () => {
        const customer = await stripe.customers.create(customerParams(profile), {
          idempotencyKey: key,
        })
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
              ...(request.shipping && {
                shipping: {
                  name: request.shipping.name,
                  ...(request.shipping.phone && { phone: request.shipping.phone }),
                  address: addressParam(request.shipping.address),
                },
              }),
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

    sessionEventsSince: (since) =>
      ask(async () => {
        const types = ['checkout.session.completed', 'checkout.session.expired']
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

    refundPayment: (paymentIntentId, key) =>
      ask(async () => {
        try {
          await stripe.refunds.create({ payment_intent: paymentIntentId }, { idempotencyKey: key })
        } catch (error) {
          const code = error instanceof Stripe.errors.StripeError ? error.code : undefined
          if (code !== 'charge_already_refunded') throw error
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
