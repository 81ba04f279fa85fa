import type { Cart } from './cart.ts'
import { addToCart, chooseShipping, isFull, isQuantity, quantityOf, setQuantity } from './cart.ts'
import type { Product, WhyNotAdd } from './catalogue.ts'
import { isShort, whyNotAdd } from './catalogue.ts'
import type { ShippingMethod } from './shipping.ts'

export type CartChange =
  /** With `upTo`, one more only below that many: a form that was sent twice adds one. */
  | { kind: 'add'; productId: string; upTo?: number }
  | { kind: 'set-quantity'; productId: string; quantity: number }
  | { kind: 'choose-shipping'; method: ShippingMethod }

export type WhyNotChanged =
  | WhyNotAdd
  | 'few-left'
  | 'unknown-product'
  | 'cart-full'
  | 'bad-quantity'
  | 'no-shipping'

export type ChangedCart = { ok: true; cart: Cart } | { ok: false; reason: WhyNotChanged }

/**
 * A cart after one step, or why the step can't be taken. The server decides by this, and the
 * browser shows by it what the server is about to say.
 */
export function changedCart(
  before: Cart,
  change: CartChange,
  product: Pick<Product, 'id' | 'price' | 'releaseState' | 'available'> | null,
): ChangedCart {
  if (change.kind === 'choose-shipping') {
    const cart = chooseShipping(before, change.method)
    return cart.shipping === change.method
      ? { ok: true, cart }
      : { ok: false, reason: 'no-shipping' }
  }
  if (!product) return { ok: false, reason: 'unknown-product' }

  if (change.kind === 'set-quantity' && !isQuantity(change.quantity)) {
    return { ok: false, reason: 'bad-quantity' }
  }
  const held = quantityOf(before, product.id)
  const wanted = quantityAfter(held, change)
  if (wanted === held) return { ok: true, cart: before }
  if (wanted > held) {
    const reason = whyNotAdd(product)
    if (reason) return { ok: false, reason }
  }
  if ((change.kind === 'add' || held === 0) && isFull(before)) {
    return { ok: false, reason: 'cart-full' }
  }
  if (wanted > held && isShort(product, wanted)) return { ok: false, reason: 'few-left' }
  const grown = held === 0 ? addToCart(before, product.id, product.price) : before
  return { ok: true, cart: setQuantity(grown, product.id, wanted) }
}

function quantityAfter(held: number, change: Exclude<CartChange, { kind: 'choose-shipping' }>) {
  if (change.kind === 'set-quantity') return change.quantity
  return held < (change.upTo ?? Infinity) ? held + 1 : held
}
