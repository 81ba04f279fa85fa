import { cartOf, lockCart, writeCartLine, writeShippingMethod } from '#data/carts.ts'
import type { Viewer } from '#data/people.ts'
import { listedProductById } from '#data/products.ts'
import { quantityOf } from '#domain/cart.ts'
import type { CartChange, ChangedCart } from '#domain/cart-change.ts'
import { changedCart } from '#domain/cart-change.ts'

import type { Parts } from './parts.ts'

/**
 * Changes the member's cart by one step. Two tabs take turns on the cart's row, and quantities are
 * said absolutely, so that the same change sent twice is one change.
 */
export async function changeCart(
  { db }: Parts,
  viewer: Pick<Viewer, 'id'>,
  change: CartChange,
): Promise<ChangedCart> {
  const product = 'productId' in change ? await listedProductById(db, change.productId) : null
  if ('productId' in change && !product) return { ok: false, reason: 'unknown-product' }

  return db.transaction(async (tx) => {
    await lockCart(tx, viewer.id)
    const before = await cartOf(tx, viewer.id)
    const changed = changedCart(before, change, product)
    if (!changed.ok || changed.cart === before) return changed
    const { cart } = changed
    if ('productId' in change) {
      await writeCartLine(tx, viewer.id, change.productId, quantityOf(cart, change.productId))
    }
    if (cart.shipping !== before.shipping) await writeShippingMethod(tx, viewer.id, cart.shipping)
    return changed
  })
}
