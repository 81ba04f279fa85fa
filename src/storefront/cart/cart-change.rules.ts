import type { ShippingMethod } from '#catalogue/destinations/shipping.rules.ts'
import type { Product, WhyNotAdd } from '#catalogue/wines/catalogue.rules.ts'
import { whyNotAdd } from '#catalogue/wines/catalogue.rules.ts'
import type { Cart } from '#checkout/cart/cart.rules.ts'
import {
  addToCart,
  chooseShipping,
  isFull,
  isQuantity,
  keepOneOrder,
  putBack,
  quantityOf,
  setQuantity,
} from '#checkout/cart/cart.rules.ts'

export type CartChange =
  /** Adds one, but only below `upTo`, which makes a form submitted twice idempotent. */
  | { kind: 'add'; productId: string; upTo?: number }
  | { kind: 'set-quantity'; productId: string; quantity: number }
  | { kind: 'choose-shipping'; method: ShippingMethod }
  /** Sets apart what is more than one order holds; takes it back. */
  | { kind: 'keep-one-order' }
  | { kind: 'put-back' }

export type WhyNotChanged =
  | WhyNotAdd
  | 'unknown-product'
  | 'cart-full'
  | 'bad-quantity'
  | 'empty-cart'
  | 'no-shipping'

export type ChangedCart = { ok: true; cart: Cart } | { ok: false; reason: WhyNotChanged }

/**
 * The cart after one change, or why the change is not allowed. Used by the server to decide and by
 * the browser for optimistic updates.
 */
export function changedCart(
  before: Cart,
  change: CartChange,
  product: Pick<Product, 'id' | 'price' | 'releaseState' | 'available' | 'release'> | null,
): ChangedCart {
  if (change.kind === 'choose-shipping') {
    const cart = chooseShipping(before, change.method)
    if (cart.shipping === change.method) return { ok: true, cart }
    return { ok: false, reason: before.lines.length === 0 ? 'empty-cart' : 'no-shipping' }
  }
  if (change.kind === 'keep-one-order') return { ok: true, cart: keepOneOrder(before) }
  if (change.kind === 'put-back') return { ok: true, cart: putBack(before) }
  if (!product) return { ok: false, reason: 'unknown-product' }

  if (change.kind === 'set-quantity' && !isQuantity(change.quantity)) {
    return { ok: false, reason: 'bad-quantity' }
  }
  const current = quantityOf(before, product.id)
  const wanted = quantityAfter(current, change)
  if (wanted === current) return { ok: true, cart: before }
  if (wanted > current) {
    const hasNoRoom = (change.kind === 'add' || current === 0) && isFull(before)
    const whyNot = whyNotAdd(product) ?? (hasNoRoom ? 'cart-full' : whyNotAdd(product, wanted))
    if (whyNot) return { ok: false, reason: whyNot }
  }
  const grown = current === 0 ? addToCart(before, product.id, product.price) : before
  return { ok: true, cart: setQuantity(grown, product.id, wanted) }
}

function quantityAfter(current: number, change: Extract<CartChange, { productId: string }>) {
  if (change.kind === 'set-quantity') return change.quantity
  return current < (change.upTo ?? Infinity) ? current + 1 : current
}
