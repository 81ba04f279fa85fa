import { z } from 'zod'

const id = z.string().min(1).max(200)
const text = z.string().max(300)

/**
 * The direct checkout of an offer (specification, section 7). Beside the payload there the caller may
 * say where it goes and who buys, as the offer's own form does; without, the payment page asks for
 * the address and it is checked before anything is charged.
 */
export const createDirectCheckoutSession = {
  body: z.strictObject({
    product: z.union([id, z.looseObject({ id })]),
    quantity: z.number().int().min(1).max(3).default(1),
    stripeShippingId1: id.optional(),
    stripeShippingId2: id.optional(),
    stripeShippingId3: id.optional(),
    priceProductId: id.optional(),
    californiaTaxId: id.optional(),
    name: text.optional(),
    email: text.optional(),
    phone: text.optional(),
    birthdate: text.optional(),
    /** `yes`: 21 or older, will sign, not for resale. */
    statement: text.optional(),
    /** Anything: the buyer picks it up, and no address is needed. */
    pickup: text.optional(),
    address: text.optional(),
    addressExtra: text.optional(),
    city: text.optional(),
    state: text.optional(),
    zipCode: text.optional(),
  }),
  answer: z.object({ url: z.url() }),
}

export type DirectCheckout = z.output<typeof createDirectCheckoutSession.body>
