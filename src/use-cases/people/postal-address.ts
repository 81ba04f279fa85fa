import type { Address } from '#domain/checkout/ship-to.ts'
import type { PostalAddress } from '#services/payments/payment-session.ts'

/** A stored address in the payment provider's format. */
export const postalAddressOf = (to: Address): PostalAddress => ({
  line1: to.address,
  line2: to.addressExtra,
  city: to.city,
  state: to.state,
  postalCode: to.zipCode,
})

/** An address as the payment provider collected it, as our rules read it. */
export const addressOf = (at: PostalAddress): Address => ({
  address: at.line1,
  addressExtra: at.line2,
  city: at.city,
  state: at.state,
  zipCode: at.postalCode,
})
