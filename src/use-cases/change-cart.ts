import { cartOf, lockCart, writeCartLine, writeShippingMethod } from '#data/carts.ts'
import type { Viewer } from '#data/people.ts'
import { productById } from '#data/products.ts'
import type { Cart } from '#domain/cart.ts'
import { addToCart, chooseShipping, isFull, quantityOf, setQuantity } from '#domain/cart.ts'
import type { WhyNotAdd } from '#domain/catalogue.ts'
import { whyNotAdd } from '#domain/catalogue.ts'
import type { ShippingMethod } from '#domain/shipping.ts'

import type { Parts } from './parts.ts'

export type CartChange =
  | { kind: 'add'; productId: string }
  | { kind: 'set-quantity'; productId: string; quantity: number }
  | { kind: 'choose-shipping'; method: ShippingMethod }

export type WhyNotChanged = WhyNotAdd | 'unknown-product' | 'cart-full' | 'no-shipping'

export type ChangedCart = { ok: true; cart: Cart } | { ok: false; reason: WhyNotChanged }

/**
 * Changes the member's cart by one step. Two tabs take turns on the cart's row, and quantities are
 * said absolutely, so that the same change sent twice is one change.
 */
export async function changeCart(
  { db }: Parts,
  viewer: Pick<Viewer, 'id'>,
  change: CartChange,
): Promise<ChangedCart> {
  const product = 'productId' in change ? await productById(db, change.productId) : null
  if ('productId' in change && !product) return { ok: false, reason: 'unknown-product' }

  return db.transaction(async (tx) => {
    await lockCart(tx, viewer.id)
    const before = await cartOf(tx, viewer.id)

    if (change.kind === 'choose-shipping') {
      const cart = chooseShipping(before, change.method)
      if (cart.shipping !== change.method) return { ok: false, reason: 'no-shipping' }
      await writeShippingMethod(tx, viewer.id, cart.shipping)
      return { ok: true, cart }
    }

    const { productId } = change
    const held = quantityOf(before, productId)
    const wanted = change.kind === 'add' ? held + 1 : change.quantity
    if (wanted === held) return { ok: true, cart: before }
    if (wanted > held) {
      const reason = whyNotAdd(product!)
      if (reason) return { ok: false, reason }
    }
    if ((change.kind === 'add' || held === 0) && isFull(before)) {
      return { ok: false, reason: 'cart-full' }
    }

    const grown = held === 0 ? addToCart(before, productId, product!.price) : before
    const cart = setQuantity(grown, productId, wanted)
    await writeCartLine(tx, viewer.id, productId, quantityOf(cart, productId))
    if (cart.shipping !== before.shipping) await writeShippingMethod(tx, viewer.id, cart.shipping)
    return { ok: true, cart }
  })
}
