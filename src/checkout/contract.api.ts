import { z } from 'zod'

import { maxQuantity } from '#catalogue/destinations/shipping.rules.ts'

import { captchaFields } from '#accounts/captcha/captcha-solution.api.ts'

import { productClaim, userClaim } from './record-claims.api.ts'

/**
 * Paths, payloads and responses of the product backend (specification, section 7). Payload names are
 * the specification's. What they say of user, wine and price is compared with the server's records,
 * and refused when it differs.
 */
const id = z.string().min(1).max(200)
const quantity = z.number().int().min(1).max(maxQuantity)

/** Whose payments to list: an id, or a record that identifies a user in one way or several. */
const userReference = z.union([
  id,
  z.looseObject({
    id: id.optional(),
    clientUID: id.optional(),
    email: z.string().max(200).optional(),
    stripeCustomerId: z.string().max(200).optional(),
  }),
])

export const createCheckoutSession = {
  body: z
    .strictObject({
      user: userClaim.optional(),
      product: productClaim.optional(),
      quantity: quantity.optional(),
      stripeShippingId: id.optional(),
      priceProductId: id.optional(),
      californiaTaxId: id.optional(),
      ...captchaFields,
    })
    .nullish()
    .transform((body) => body ?? {}),
  response: z.object({ url: z.url() }),
}

export const paymentIntentsByUser = {
  body: z.strictObject({ user: userReference.optional() }),
  response: z.object({
    data: z.array(
      z.object({
        id: z.string(),
        object: z.literal('payment_intent'),
        created: z.number().int(),
        amount: z.number().int(),
        currency: z.literal('usd'),
        status: z.literal('succeeded'),
      }),
    ),
  }),
}

export const customerSessions = {
  params: z.object({ stripeCustomerId: id }),
  response: z.object({
    data: z.array(
      z.object({
        id: z.string(),
        object: z.literal('checkout.session'),
        created: z.number().int(),
        status: z.literal('complete'),
        amount_subtotal: z.number().int(),
        amount_total: z.number().int(),
      }),
    ),
  }),
}

export const productsInSession = {
  body: z.array(id).max(100),
  response: z.array(
    z.object({
      id: z.string(),
      createdAt: z.string(),
      amount_subtotal: z.number().int(),
      lineItems: z.array(
        z.object({
          description: z.string(),
          quantity: z.number().int(),
          price: z.object({ unit_amount: z.number().int() }),
        }),
      ),
    }),
  ),
}
