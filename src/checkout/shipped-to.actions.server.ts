import { postalAddressOf } from '#accounts/account/payment-customer.actions.server.ts'
import { needsAddress } from '#catalogue/destinations/shipping.rules.ts'
import type { ShippedTo } from '#payments/payment-session.ts'

import type { Checkout } from './checkouts.store.server.ts'

/** The checked ship-to address of a checkout; null for pickup. */
export function shippedTo({ shipTo, shippingMethod: method }: Checkout): ShippedTo | null {
  if (!shipTo || !method || !needsAddress(method)) return null
  const { name, phone } = shipTo
  return { name, phone, address: postalAddressOf(shipTo) }
}
