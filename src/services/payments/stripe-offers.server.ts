import { Stripe } from 'stripe'

import type { OfferPayments, OfferSessionRequest, Payment, SoldLine } from './offer-payments.ts'
import { ProviderRefused } from './payments.ts'
import { underFreshKey } from './spent-keys.server.ts'
import { addressParam, ask, idOf, isMissing, sessionOf } from './stripe-calls.server.ts'

type SessionParams = Stripe.Checkout.SessionCreateParams

/** Most sessions looked through for one whose answer was lost. */
const lookThrough = 2_000
/** The two clocks may differ that much, in seconds. */
const clockGap = 60

/** Offers at the provider: pages that only authorise, and what becomes of that. */
export function stripeOffers(stripe: Stripe): OfferPayments {
  const payment = async (id: string) => paymentOf(await stripe.paymentIntents.retrieve(id))

  /** Does it, or finds that the payment has moved on: then says where it stands. */
  const settle = async (id: string, deed: () => Promise<Stripe.PaymentIntent>) => {
    try {
      return paymentOf(await deed())
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
      if (error.code !== 'payment_intent_unexpected_state') throw error
      return payment(id)
    }
  }

  return {
    createOfferSession: (request, key) =>
      ask(async () => {
        const session = await stripe.checkout.sessions.create(sessionParams(request), {
          idempotencyKey: key,
        })
        if (!session.url) throw new ProviderRefused('no_url', 'The session has no page')
        return { id: session.id, url: session.url }
      }),

    findOfferSession: (checkoutId, since) =>
      ask(async () => {
        const created = { gte: Math.floor(since.getTime() / 1000) - clockGap }
        let seen = 0
        for await (const session of stripe.checkout.sessions.list({ created, limit: 100 })) {
          if (session.client_reference_id === checkoutId) return sessionOf(session)
          if (++seen === lookThrough) break
        }
        return null
      }),

    soldLinesOf: (sessionId) =>
      ask(async () => {
        const lines = await stripe.checkout.sessions.listLineItems(sessionId, { limit: 100 })
        return lines.data.map(soldLineOf)
      }),

    getPayment: (id) =>
      ask(async () => {
        try {
          return await payment(id)
        } catch (error) {
          if (isMissing(error)) return null
          throw error
        }
      }),

    capturePayment: (id, key) =>
      ask(() =>
        settle(id, () =>
          underFreshKey(key, (idempotencyKey) =>
            stripe.paymentIntents.capture(id, {}, { idempotencyKey }),
          ),
        ),
      ),

    cancelPayment: (id, key) =>
      ask(() =>
        settle(id, () =>
          underFreshKey(key, (idempotencyKey) =>
            stripe.paymentIntents.cancel(id, {}, { idempotencyKey }),
          ),
        ),
      ),
  }
}

function sessionParams(request: OfferSessionRequest): SessionParams {
  const { shipping } = request
  return {
    mode: 'payment',
    client_reference_id: request.checkoutId,
    ...(request.email && { customer_email: request.email }),
    line_items: request.lines.map((line) => ({
      price: line.priceId,
      quantity: line.quantity,
      tax_rates: [request.taxRateId],
    })),
    shipping_options: request.shippingRateIds.map((shipping_rate) => ({ shipping_rate })),
    ...(shipping === 'ask' && {
      shipping_address_collection: { allowed_countries: ['US' as const] },
      phone_number_collection: { enabled: true },
    }),
    payment_intent_data: {
      capture_method: 'manual',
      metadata: { checkout: request.checkoutId },
      ...(shipping &&
        shipping !== 'ask' && {
          shipping: {
            name: shipping.name,
            phone: shipping.phone,
            address: addressParam(shipping.address),
          },
        }),
    },
    metadata: { checkout: request.checkoutId },
    custom_text: { submit: { message: request.note } },
    success_url: request.successUrl,
    cancel_url: request.cancelUrl,
    expires_at: Math.floor(request.expiresAt.getTime() / 1000),
  }
}

const stateOf = (status: Stripe.PaymentIntent.Status): Payment['state'] => {
  if (status === 'succeeded') return 'paid'
  if (status === 'requires_capture') return 'authorised'
  return status === 'canceled' ? 'cancelled' : 'open'
}

/** A line of a page as the shop sees it: the provider's own subtotal is before discounts. */
export const soldLineOf = (
  line: Pick<Stripe.LineItem, 'price' | 'quantity' | 'amount_total' | 'amount_tax'>,
): SoldLine => ({
  priceId: idOf(line.price) ?? '',
  quantity: line.quantity ?? 0,
  subtotal: line.amount_total - line.amount_tax,
  tax: line.amount_tax,
})

/** A payment as the shop sees it. */
function paymentOf(intent: Stripe.PaymentIntent): Payment {
  const { shipping } = intent
  const address = shipping?.address
  return {
    id: intent.id,
    state: stateOf(intent.status),
    // Taken by hand, it may be a part of what was authorised.
    amount: intent.status === 'succeeded' ? intent.amount_received : intent.amount,
    shipping: shipping && {
      name: shipping.name ?? '',
      phone: shipping.phone ?? '',
      address: {
        line1: address?.line1 ?? '',
        line2: address?.line2 ?? '',
        city: address?.city ?? '',
        state: address?.state ?? '',
        postalCode: address?.postal_code ?? '',
        country: address?.country ?? '',
      },
    },
  }
}
