import { cartSnapshotOf, writeCart } from '#checkout/cart/carts.store.server.ts'
import { lastShippingMethodOf } from '#orders/order/orders.store.server.ts'
import type { Services } from '#platform/services/services.ts'

import type { LinkedWines } from './filled-cart.rules.ts'
import { isLinked, wineToFill } from './filled-cart.rules.ts'

/**
 * Fills an empty cart from the customer's allocation, with the shipping method of their last order. A
 * cart with anything in it is left alone, also when it is filled at this very moment. Returns where the link leads:
 * to the page of a granted wine that is not in the cart, else null for the purchase.
 */
export async function fillCart(
  { db }: Pick<Services, 'db'>,
  userId: string,
  link: LinkedWines,
): Promise<string | null> {
  const snapshot = await cartSnapshotOf(db, userId)
  if (!snapshot) return link.returnTo
  const { lines } = snapshot.cart
  if (lines.some(({ productId }) => isLinked(link, productId))) return null
  const line = lines.length === 0 ? wineToFill(snapshot.products, link) : null
  if (!line) return link.returnTo
  const shipping = snapshot.cart.shipping ?? (await lastShippingMethodOf(db, userId))
  await writeCart(db, userId, snapshot, { shipping, line })
  return null
}
