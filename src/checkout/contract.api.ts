import { z } from 'zod'

import { captchaFields } from '#accounts/captcha/captcha-solution.api.ts'
import { maxQuantity } from '#catalogue/destinations/shipping.rules.ts'

import { productClaim, userClaim } from './record-claims.api.ts'
import { shownShipTo, typedSchemas } from './typed-fields.api.ts'

/**
 * Payload and response of the product backend's checkout (specification, section 7). Payload names are
 * the specification's. What they say of user, wine and price is compared with the server's records,
 * and refused when it differs.
 */
const id = z.string().min(1).max(200)
const quantity = z.number().int().min(1).max(maxQuantity)

export const createCheckoutSession = {
  body: z
    .strictObject({
      user: userClaim.optional(),
      product: productClaim.optional(),
      quantity: quantity.optional(),
      stripeShippingId: id.optional(),
      priceProductId: id.optional(),
      californiaTaxId: id.optional(),
      shipTo: shownShipTo,
      ...typedSchemas,
      ...captchaFields,
    })
    .nullish()
    .transform((body) => body ?? {}),
  response: z.object({ url: z.url() }),
}
