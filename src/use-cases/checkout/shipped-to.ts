import type { Checkout } from '#data/checkouts.ts'
import { needsAddress } from '#domain/shipping.ts'
import type { ShippedTo } from '#services/payments/payments.ts'

import { postalAddressOf } from '#use-cases/account/postal-address.ts'

/** Where the wine of a checkout goes, as it was checked; null when it is picked up. */
export function shippedTo({ shipTo, shippingMethod: method }: Checkout): ShippedTo | null {
  if (!shipTo || !method || !needsAddress(method)) return null
  const { name, phone } = shipTo
  return { name, phone, address: postalAddressOf(shipTo) }
}
