import type { Stripe } from 'stripe'

import type { ReshipmentPayments } from './reshipment-payments.ts'
import { callProvider, openedOf, shippingParam } from './stripe-calls.server.ts'

/** Sessions for the shipping of a returned box, whose amount depends on no price of the provider. */
export const stripeReshipment = (stripe: Stripe): ReshipmentPayments => ({
  createReshipmentSession: (request, key) =>
    callProvider(async () => {
      const session = await stripe.checkout.sessions.create(
        {
          mode: 'payment',
          client_reference_id: request.checkoutId,
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
          payment_intent_data: {
            metadata: { checkout: request.checkoutId },
            shipping: shippingParam(request.shipping),
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
})
