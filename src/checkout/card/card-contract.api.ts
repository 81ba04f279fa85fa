import { z } from 'zod'

import { captchaFields } from '#accounts/captcha/captcha-solution.api.ts'
import { maxQuantity } from '#catalogue/destinations/shipping.rules.ts'

import { productClaim, userClaim } from '../record-claims.api.ts'
import { shownShipTo, typedSchemas } from '../typed-fields.api.ts'

/**
 * Payloads and responses of the endpoints for cards and payment customers (specification, section
 * 7). Names are the specification's; amounts are cents.
 */
const confirmationToken = z
  .string()
  .regex(/^ctoken_\w{1,200}$/)
  .describe('A confirmation token of the payment provider’s script.')
/** With a saved card the id of the button press is the idempotency key. */
const cardSource = z
  .string()
  .regex(/^(ctoken_\w{1,200}|pm_\w{1,100}\.[\w-]{8,64})$/)
  .describe(
    'A confirmation token of the payment provider’s script, or a saved card of the user’s: its id, a dot, and an id of the button press.',
  )
const text = z.string().max(200)
const cents = z.number().int().min(1).max(99_999_999)

const cardPayment = z.object({
  id: z.string(),
  object: z.literal('payment_intent'),
  status: z
    .enum(['succeeded', 'requires_action', 'processing', 'requires_payment_method', 'canceled'])
    .describe(
      '`requires_action`: the buyer’s bank has a challenge, in `client_secret` or `redirect_url`.',
    ),
  amount: z.number().int(),
  currency: z.literal('usd'),
  customer: z.string().nullable(),
  client_secret: z.string().nullable(),
  redirect_url: z.string().nullable(),
  message: z
    .string()
    .nullable()
    .describe('Why the last attempt failed, in the provider’s message.'),
})

export const cardTokenCharge = {
  body: z.strictObject({
    token: cardSource,
    amount: cents.describe('The total shown to the buyer; refused if it is not the cart’s total.'),
    keep: z.boolean().optional().describe('Saves the card for the user’s next order.'),
    shipTo: shownShipTo,
    ...typedSchemas,
    ...captchaFields,
    user: userClaim.optional(),
    product: productClaim.optional(),
  }),
  response: cardPayment,
}

export const stripeCheckout = {
  body: z.strictObject({
    stripeToken: confirmationToken,
    cantidad: z
      .number()
      .int()
      .min(1)
      .max(maxQuantity)
      .describe('Cases; refused if the cart has another number.'),
    user: userClaim.optional(),
    product: productClaim.optional(),
    ...captchaFields,
  }),
  response: cardPayment,
}

export const stripeCheck = {
  body: z.strictObject({
    source: z
      .string()
      .regex(/^((pi|ctoken)_\w{1,200}|pm_\w{1,100}\.[\w-]{8,64})$/)
      .describe('A payment id, or the token of an attempt to pay it.'),
  }),
  response: cardPayment,
}

/** A payment customer as clients send it; compared with the user's own profile. */
const customerClaim = z.looseObject({
  id: text.nullish(),
  clientUID: text.nullish(),
  stripeCustomerId: text.nullish(),
  stripeId: text.nullish(),
  customerId: text.nullish(),
  customer: text.nullish(),
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
  response: customer,
}

export const updateUser = {
  body: z.strictObject({
    stripeId: text.describe('The user’s own customer; `none` while there is none.'),
    user: customerClaim.optional(),
  }),
  response: customer,
}

export type CardPaymentResponse = z.output<typeof cardPayment>
