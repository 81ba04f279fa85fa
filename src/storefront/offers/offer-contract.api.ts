import { z } from 'zod'

import { captchaFields } from '#accounts/captcha/captcha-solution.api.ts'
import { maxQuantity } from '#catalogue/destinations/shipping.rules.ts'
import { productClaim, userClaim } from '#checkout/record-claims.api.ts'
import { byAddressField } from '#platform/address/address.rules.ts'

const id = z.string().min(1).max(200)
const text = z.string().max(300)

/**
 * The direct checkout of an offer (specification, section 7). Beside the payload there the caller
 * may send ship-to and buyer details, as the offer's own form does; otherwise the payment page
 * collects the address, and it is checked before anything is charged.
 */
export const createDirectCheckoutSession = {
  body: z.strictObject({
    user: userClaim.optional(),
    product: productClaim,
    quantity: z.number().int().min(1).max(maxQuantity).default(1),
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
    /** Any value: local pickup, no address needed. */
    pickup: text.optional(),
    ...byAddressField(() => text.optional()),
    ...captchaFields,
  }),
  response: z.object({ url: z.url() }),
}

export type DirectCheckout = z.output<typeof createDirectCheckoutSession.body>
