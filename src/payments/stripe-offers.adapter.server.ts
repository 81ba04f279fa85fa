import { Stripe } from 'stripe'

import type { OfferPayments, OfferSessionRequest, Payment, SoldLine } from './offer-payments.ts'
import { withFreshKey } from './spent-keys.server.ts'
import {
  callOrNull,
  callProvider,
  checkoutOfSession,
  idOf,
  intentState,
  lineItems,
  openedOf,
  pageParams,
  sessionOf,
  shippingParam,
} from './stripe-calls.adapter.server.ts'

/** Most sessions searched for one whose response was lost. */
const lookThrough = 2_000
/** Tolerated difference between the two clocks, in seconds. */
const clockGap = 60

/** Sessions of offers, which only authorise, and the capture or cancellation of their payments. */
export function stripeOffers(stripe: Stripe): OfferPayments {
  const payment = async (id: string) => paymentOf(await stripe.paymentIntents.retrieve(id))

  /** Runs a change; if the payment is past that state, returns it as it is now. */
  const settle = async (id: string, change: () => Promise<Stripe.PaymentIntent>) => {
    try {
      return paymentOf(await change())
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
      if (error.code !== 'payment_intent_unexpected_state') throw error
      return payment(id)
    }
  }

  return {
    createOfferSession: (request, key) =>
      callProvider(async () => {
        const session = await stripe.checkout.sessions.create(sessionParams(request), {
          idempotencyKey: key,
        })
        return openedOf(session)
      }),

    findOfferSession: (checkoutId, since) =>
      callProvider(async () => {
        const created = { gte: Math.floor(since.getTime() / 1000) - clockGap }
        let seen = 0
        for await (const session of stripe.checkout.sessions.list({ created, limit: 100 })) {
          if (checkoutOfSession(session) === checkoutId) return sessionOf(session)
          if (++seen === lookThrough) break
        }
        return null
      }),

    soldLinesOf: (sessionId) =>
      callProvider(async () => {
        const lines = await stripe.checkout.sessions.listLineItems(sessionId, { limit: 100 })
        return lines.data.map(soldLineOf)
      }),

    getPayment: (id) => callOrNull(() => payment(id)),

    capturePayment: (id, key) =>
      callProvider(() =>
        settle(id, () =>
          withFreshKey(key, (idempotencyKey) =>
            stripe.paymentIntents.capture(id, {}, { idempotencyKey }),
          ),
        ),
      ),

    cancelPayment: (id, key) =>
      callProvider(() =>
        settle(id, () =>
          withFreshKey(key, (idempotencyKey) =>
            stripe.paymentIntents.cancel(id, {}, { idempotencyKey }),
          ),
        ),
      ),
  }
}

function sessionParams(request: OfferSessionRequest): Stripe.Checkout.SessionCreateParams {
  const { email, shipping } = request
  return {
    ...pageParams(request, {
      capture_method: 'manual',
      ...(shipping && shipping !== 'ask' && { shipping: shippingParam(shipping) }),
    }),
    ...(email && { customer_email: email }),
    line_items: lineItems(request),
    shipping_options: request.shippingRateIds.map((shipping_rate) => ({ shipping_rate })),
    ...(shipping === 'ask' && {
      shipping_address_collection: { allowed_countries: ['US' as const] },
      phone_number_collection: { enabled: true },
    }),
  }
}

/** Maps Stripe's line item to ours; Stripe's own subtotal is before discounts. */
export const soldLineOf = (
  line: Pick<Stripe.LineItem, 'price' | 'quantity' | 'amount_total' | 'amount_tax'>,
): SoldLine => ({
  priceId: idOf(line.price) ?? '',
  quantity: line.quantity ?? 0,
  subtotal: line.amount_total - line.amount_tax,
  tax: line.amount_tax,
})

function paymentOf(intent: Stripe.PaymentIntent): Payment {
  const { shipping } = intent
  const address = shipping?.address
  return {
    id: intent.id,
    state: intentState(intent.status),
    // A manual capture may be for a part of the authorised amount.
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
