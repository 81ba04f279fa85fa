import type { Stripe } from 'stripe'

import type { ReshipmentPayments } from './reshipment-payments.ts'
import { callProvider, openedOf, pageParams, shippingParam } from './stripe-calls.adapter.server.ts'

/** Sessions for shipping alone, whose amount depends on no price of the provider. */
export const stripeReshipment = (stripe: Stripe): ReshipmentPayments => ({
  createReshipmentSession: (request, key) =>
    callProvider(async () => {
      const session = await stripe.checkout.sessions.create(
        {
          ...pageParams(request, { shipping: shippingParam(request.shipping) }),
          ...(request.email !== null && { customer_email: request.email }),
          line_items: [
            {
              quantity: 1,
              price_data: {
                currency: 'usd',
                unit_amount: request.amount,
                product_data: { name: request.title },
              },
            },
          ],
        },
        { idempotencyKey: key },
      )
      return openedOf(session)
    }),
})
