import { cartOf } from '#data/carts.ts'
import type { Viewer } from '#data/people.ts'
import { userById } from '#data/people.ts'
import { listedProducts } from '#data/products.ts'
import type { Cart, Totals } from '#domain/cart.ts'
import { totalsOf } from '#domain/cart.ts'
import type { Product } from '#domain/catalogue.ts'
import type { WhyNotCheckout } from '#domain/checkout.ts'
import { whyNotCheckout } from '#domain/checkout.ts'

import type { Parts } from './parts.ts'

export type CartView = {
  cart: Cart
  products: Product[]
  totals: Totals
  taxPercent: number
  /** Why Checkout is inactive, or null. */
  whyNot: WhyNotCheckout | null
}

/** The member's cart with all its figures, and the wines of the shop. Three questions. */
export async function viewCart(
  { db, clock, settings }: Parts,
  viewer: Pick<Viewer, 'id'>,
): Promise<CartView> {
  const [cart, products, user] = await Promise.all([
    cartOf(db, viewer.id),
    listedProducts(db),
    userById(db, viewer.id),
  ])
  if (!user) throw new Error('The signed-in person has no record')
  return {
    cart,
    products,
    totals: totalsOf(cart, settings.taxPercent),
    taxPercent: settings.taxPercent,
    whyNot: whyNotCheckout(cart, user, clock()),
  }
}
