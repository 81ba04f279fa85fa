import { cartSnapshotOf, writeCart } from '#checkout/cart/carts.store.server.ts'
import { lastShippingMethodOf } from '#orders/order/orders.store.server.ts'
import type { Services } from '#platform/services/services.ts'

import { wineToFill } from './filled-cart.rules.ts'

/**
 * Fills an empty cart from the customer's allocation, with the shipping method of their last order. A
 * cart with anything in it is left alone, also when it is filled at this very moment.
 */
export async function fillCart(
  { db }: Pick<Services, 'db'>,
  userId: string,
  releaseId: string | null,
): Promise<void> {
  const snapshot = await cartSnapshotOf(db, userId)
  if (!snapshot || snapshot.cart.lines.length > 0) return
  const line = wineToFill(snapshot.products, releaseId)
  if (!line) return
  const shipping = snapshot.cart.shipping ?? (await lastShippingMethodOf(db, userId))
  await writeCart(db, userId, snapshot, { shipping, line })
}
