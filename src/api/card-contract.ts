import { z } from 'zod'

/**
 * Payloads and answers of the calls about cards and payment customers (specification, section 7).
 * Names are the specification's; amounts are cents.
 */
const confirmationToken = z
  .string()
  .regex(/^ctoken_\w{1,200}$/)
  .describe('A confirmation token of the payment provider’s script.')
const text = z.string().max(200)
const cents = z.number().int().min(1).max(99_999_999)

const cardPayment = z.object({
  id: z.string(),
  object: z.literal('payment_intent'),
  status: z
    .enum(['succeeded', 'requires_action', 'processing', 'requires_payment_method', 'canceled'])
    .describe(
      '`requires_action`: the buyer’s bank asks, through `client_secret` or `redirect_url`.',
    ),
  amount: z.number().int(),
  currency: z.literal('usd'),
  customer: z.string().nullable(),
  client_secret: z.string().nullable(),
  redirect_url: z.string().nullable(),
  message: z.string().nullable().describe('Why the last try failed, in the provider’s words.'),
})

export const cardTokenCharge = {
  body: z.strictObject({
    token: confirmationToken,
    amount: cents.describe('What the buyer was shown; refused if it is not the cart’s total.'),
  }),
  answer: cardPayment,
}

export const stripeCheckout = {
  body: z.strictObject({
    stripeToken: confirmationToken,
    cantidad: z.number().int().min(1).max(3).describe('Cases; refused if the cart holds others.'),
  }),
  answer: cardPayment,
}

export const stripeCheck = {
  body: z.strictObject({
    source: z
      .string()
      .regex(/^(pi|ctoken)_\w{1,200}$/)
      .describe('A payment, or the token it was tried with.'),
  }),
  answer: cardPayment,
}

/** A payment customer as clients send it; compared with the member's own profile. */
const customerClaim = z.looseObject({
  id: text.optional(),
  clientUID: text.optional(),
  name: text.optional(),
  email: text.optional(),
  shipping: z
    .looseObject({
      name: text.optional(),
      address: z
        .looseObject({
          city: text,
          country: z.literal('US'),
          line1: text,
          line2: text.nullable(),
          postal_code: text,
          state: text,
        })
        .partial()
        .optional(),
    })
    .optional(),
})

const customer = z.object({
  id: z.string(),
  object: z.literal('customer'),
  name: z.string(),
  email: z.string(),
})

export const createUser = {
  body: z.strictObject({ user: customerClaim.optional() }).nullish(),
  answer: customer,
}

export const updateUser = {
  body: z.strictObject({
    stripeId: text.describe('The member’s own customer; `none` while there is none.'),
    user: customerClaim.optional(),
  }),
  answer: customer,
}

export type CardPaymentAnswer = z.output<typeof cardPayment>
