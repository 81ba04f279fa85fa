import { cartGroundOf, writeCart } from '#data/carts.ts'
import type { Viewer } from '#data/people.ts'
import { quantityOf } from '#domain/cart.ts'
import type { CartChange, WhyNotChanged } from '#domain/cart-change.ts'
import { changedCart } from '#domain/cart-change.ts'

import type { Parts } from '#use-cases/parts.ts'
import type { CartView } from './view-cart.ts'
import { cartViewOf } from './view-cart.ts'

/** The cart as it stands after the step, and why the step was not taken, or null. */
export type CartAfterChange = { view: CartView; whyNot: WhyNotChanged | null }

/** Of those who change a cart at the same moment one gets through in each round. */
const mostRounds = 100

/**
 * Changes the member's cart by one step. Of two tabs the later looks again and takes its step from
 * what the other left; quantities are said absolutely, so that the same change sent twice is one
 * change. Two questions.
 */
export async function changeCart(
  parts: Parts,
  viewer: Pick<Viewer, 'id'>,
  change: CartChange,
): Promise<CartAfterChange> {
  for (let round = 0; round < mostRounds; round++) {
    const ground = await cartGroundOf(parts.db, viewer.id)
    if (!ground) throw new Error('The signed-in person has no record')
    const productId = 'productId' in change ? change.productId : null
    const product = ground.products.find((one) => one.id === productId) ?? null
    const changed = changedCart(ground.cart, change, product)
    const cart = changed.ok ? changed.cart : ground.cart
    const view = cartViewOf(parts, { ...ground, cart })
    const line = productId === null ? null : { productId, quantity: quantityOf(cart, productId) }
    const isAsBefore = cart === ground.cart
    if (isAsBefore || (await writeCart(parts.db, viewer.id, ground, { ...cart, line }))) {
      return { view, whyNot: changed.ok ? null : changed.reason }
    }
  }
  throw new Error('The cart was changed by others all the time')
}
