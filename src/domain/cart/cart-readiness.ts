import type { Cart } from './cart.ts'
import { itemCount } from './cart.ts'
import type { ShipToProblem } from '#domain/checkout/ship-to.ts'
import { needsAddress, shippingTier } from './shipping.ts'

export type WhyNotReady = 'empty-cart' | 'too-many' | 'choose-shipping' | ShipToProblem

/**
 * Why a cart can't be checked out, or null when it can. `shipTo` is what is wrong with the address;
 * it counts only for a method that ships. Separate from the address rules so that the browser
 * bundle doesn't include their tables.
 */
export function whyNotReady(cart: Cart, shipTo: ShipToProblem | null): WhyNotReady | null {
  const items = itemCount(cart)
  if (items === 0) return 'empty-cart'
  if (shippingTier(items) === null) return 'too-many'
  if (cart.shipping === null) return 'choose-shipping'
  return needsAddress(cart.shipping) ? shipTo : null
}
