import { z } from 'zod'

/**
 * Paths, payloads and answers of the product backend (specification, section 7). Payload names are
 * the specification's. Whoever calls says who and what; the server decides it, and a value that
 * disagrees is refused.
 */
const id = z.string().min(1).max(200)
const quantity = z.number().int().min(1).max(3)

/** A person as clients send them: an id, or a record of which only the id counts. */
const userReference = z.union([
  id,
  z.looseObject({
    id: id.optional(),
    clientUID: id.optional(),
    email: z.string().max(200).optional(),
  }),
])

/** A product as clients send it: an id, or a record of which only the id counts. */
const productReference = z.union([id, z.looseObject({ id })])

export const createCheckoutSession = {
  body: z
    .strictObject({
      user: userReference.optional(),
      product: productReference.optional(),
      quantity: quantity.optional(),
      stripeShippingId: id.optional(),
      priceProductId: id.optional(),
      californiaTaxId: id.optional(),
    })
    .nullish()
    .transform((body) => body ?? {}),
  answer: z.object({ url: z.url() }),
}

export const paymentIntentsByUser = {
  body: z.strictObject({ user: userReference.optional() }),
  answer: z.object({
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
  answer: z.object({
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
  answer: z.array(
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

export const apiError = z
  .object({ error: z.object({ code: z.string(), message: z.string(), requestId: z.string() }) })
  .meta({ id: 'Error' })

export type CheckoutClaims = z.output<typeof createCheckoutSession.body>
