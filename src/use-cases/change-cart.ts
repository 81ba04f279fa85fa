import { cartAndAddressOf, lockCart, writeCartLine, writeShippingMethod } from '#data/carts.ts'
import type { Viewer } from '#data/people.ts'
import { listedProducts } from '#data/products.ts'
import { quantityOf } from '#domain/cart.ts'
import type { CartChange, WhyNotChanged } from '#domain/cart-change.ts'
import { changedCart } from '#domain/cart-change.ts'

import type { Parts } from './parts.ts'
import type { CartView } from './view-cart.ts'
import { cartViewOf } from './view-cart.ts'

/** The cart as it stands after the step, and why the step was not taken, or null. */
export type CartAfterChange = { view: CartView; whyNot: WhyNotChanged | null }

/**
 * Changes the member's cart by one step. Two tabs take turns on the cart's row, and quantities are
 * said absolutely, so that the same change sent twice is one change. Four questions, five when the
 * shipping choice goes with the last line.
 */
export async function changeCart(
  parts: Parts,
  viewer: Pick<Viewer, 'id'>,
  change: CartChange,
): Promise<CartAfterChange> {
  const { db } = parts
  const products = await listedProducts(db)
  const product =
    'productId' in change ? products.find((one) => one.id === change.productId) : undefined

  return db.transaction(async (tx) => {
    await lockCart(tx, viewer.id)
    const found = await cartAndAddressOf(tx, viewer.id)
    if (!found) throw new Error('The signed-in person has no record')
    const before = found.cart
    const changed = changedCart(before, change, product ?? null)
    const cart = changed.ok ? changed.cart : before
    if (cart !== before && 'productId' in change) {
      await writeCartLine(tx, viewer.id, change.productId, quantityOf(cart, change.productId))
    }
    if (cart.shipping !== before.shipping) await writeShippingMethod(tx, viewer.id, cart.shipping)
    return {
      view: cartViewOf(parts, cart, found.address, products),
      whyNot: changed.ok ? null : changed.reason,
    }
  })
}
