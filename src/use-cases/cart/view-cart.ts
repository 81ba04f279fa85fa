import type { CartGround } from '#data/carts.ts'
import { cartGroundOf } from '#data/carts.ts'
import type { Viewer } from '#data/people.ts'
import type { Cart, Totals } from '#domain/cart.ts'
import { totalsOf } from '#domain/cart.ts'
import type { WhyNotReady } from '#domain/cart-readiness.ts'
import { whyNotReady } from '#domain/cart-readiness.ts'
import type { Product } from '#domain/catalogue.ts'
import type { ShipToProblem } from '#domain/ship-to.ts'
import { whyNotShipTo } from '#domain/ship-to.ts'

import type { Parts } from '#use-cases/parts.ts'

export type CartView = {
  cart: Cart
  products: Product[]
  totals: Totals
  taxPercent: number
  /** Why wine may not go to the member's address, whatever the cart holds, or null. */
  shipToProblem: ShipToProblem | null
  /** Why Checkout is inactive, or null. */
  whyNot: WhyNotReady | null
}

/** The member's cart with all its figures, and the wines of the shop. One question. */
export async function viewCart(parts: Parts, viewer: Pick<Viewer, 'id'>): Promise<CartView> {
  const ground = await cartGroundOf(parts.db, viewer.id)
  if (!ground) throw new Error('The signed-in person has no record')
  return cartViewOf(parts, ground)
}

/** A cart with everything a page shows of it. */
export function cartViewOf(
  { clock, settings }: Pick<Parts, 'clock' | 'settings'>,
  { cart, address, products }: Omit<CartGround, 'version'>,
): CartView {
  const shipToProblem = whyNotShipTo(address, clock())
  return {
    cart,
    products,
    totals: totalsOf(cart, settings.taxPercent),
    taxPercent: settings.taxPercent,
    shipToProblem,
    whyNot: whyNotReady(cart, shipToProblem),
  }
}
