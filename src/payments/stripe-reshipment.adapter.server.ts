import type { Stripe } from 'stripe'

import type { ReshipmentPayments } from './reshipment-payments.ts'
import {
  callProvider,
  chargeItem,
  openedOf,
  pageParams,
  shippingParam,
} from './stripe-calls.adapter.server.ts'

/** Sessions for shipping alone. */
export const stripeReshipment = (stripe: Stripe): ReshipmentPayments => ({
  createReshipmentSession: (request, key) =>
    callProvider(async () => {
      const session = await stripe.checkout.sessions.create(
        {
          ...pageParams(request, { shipping: shippingParam(request.shipping) }),
          ...(request.email !== null && { customer_email: request.email }),
          line_items: [chargeItem({ name: request.title, cents: request.amount })],
        },
        { idempotencyKey: key },
      )
      return openedOf(session)
    }),
})
