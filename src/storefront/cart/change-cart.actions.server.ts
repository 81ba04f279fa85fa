import { customerSyncCall } from '#accounts/account/payment-customer.actions.server.ts'
import { itemCount, quantityOf } from '#checkout/cart/cart.rules.ts'
import { cartSnapshotOf, partCart, writeCart } from '#checkout/cart/carts.store.server.ts'
import type { Viewer } from '#platform/access/signed-in.ts'
import type { Services } from '#platform/services/services.ts'

import type { CartChange } from './cart-change.rules.ts'
import { changedCart } from './cart-change.rules.ts'
import type { CartResponse } from './cart-response.ts'
import { cartViewOf } from './view-cart.actions.server.ts'

/** Under contention one change is written per attempt and the others read the cart again. */
const maxAttempts = 100

/**
 * Applies one change to a user's cart, with optimistic locking on the cart's version. Quantities
 * are absolute, so that a change sent twice is one change. Two queries.
 */
export async function changeCart(
  services: Services,
  viewer: Pick<Viewer, 'id' | 'isLimited'>,
  change: CartChange,
): Promise<CartResponse> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const snapshot = await cartSnapshotOf(services.db, viewer.id)
    if (!snapshot) throw new Error('The signed-in user has no record')
    const productId = 'productId' in change ? change.productId : null
    const product = snapshot.products.find((one) => one.id === productId) ?? null
    const changed = changedCart(snapshot.cart, change, product)
    const cart = changed.ok ? changed.cart : snapshot.cart
    const view = await cartViewOf(services, { ...snapshot, cart }, viewer)
    const line = productId === null ? null : { productId, quantity: quantityOf(cart, productId) }
    const isAsBefore = cart === snapshot.cart
    if (!changed.ok && change.kind === 'choose-shipping') {
      services.log.info(
        { items: itemCount(cart) },
        'shipping method not set: no tier for this number of items',
      )
    }
    // The response shows the filled cart: from here on the buyer has a customer at the payment provider.
    const isFilled = snapshot.cart.lines.length === 0 && cart.lines.length > 0
    const job = isFilled && !snapshot.hasPaymentCustomer ? customerSyncCall(viewer.id) : undefined
    const isParted = change.kind === 'keep-one-order' || change.kind === 'put-back'
    const write = () =>
      isParted
        ? partCart(services.db, viewer.id, snapshot, cart)
        : writeCart(services.db, viewer.id, snapshot, { ...cart, line, job })
    if (isAsBefore || (await write())) {
      return { view, whyNot: changed.ok ? null : changed.reason }
    }
  }
  throw new Error('Cart version conflict on every attempt')
}
