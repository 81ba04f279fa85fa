import { queueDailyCustomerSync } from '#accounts/account/payment-customer.actions.server.ts'
import type { Typed } from '#catalogue/destinations/typed-fields.rules.ts'
import { typedOf } from '#catalogue/destinations/typed-fields.rules.ts'
import type { Product } from '#catalogue/wines/catalogue.rules.ts'
import type { BuyerProblem, Cart, Totals, WhyNotCheckout } from '#checkout/cart/cart.rules.ts'
import { totalsOf, whyCartNotReady } from '#checkout/cart/cart.rules.ts'
import type { CartSnapshot } from '#checkout/cart/carts.store.server.ts'
import { cartSnapshotOf, markAllocationsSeen } from '#checkout/cart/carts.store.server.ts'
import { whyNotBuyer } from '#checkout/checkout.rules.ts'
import type { Viewer } from '#platform/access/signed-in.ts'
import type { Services } from '#platform/services/services.ts'
import { shopToday } from '#platform/services/shop-today.ts'

export type CartView = {
  cart: Cart
  products: Product[]
  totals: Totals
  taxPercent: number
  /** Why wine may not be sent to the user, whatever is in the cart, or null. */
  shipToProblem: BuyerProblem | null
  /** The state of that address, or empty. */
  shipToState: string
  /** Why the Checkout button is disabled, or null. */
  whyNot: WhyNotCheckout | null
  /** Another adult may receive it. */
  takesGifts?: true
  /** What was typed for its open payment page, for who comes back from there. */
  typed?: Typed
}

/**
 * The user's cart with all its figures, and the listed wines. One query, but where a first view has to be noted: of an
 * allocation as seen, and of a filled cart by a background job that creates the user's payment customer.
 */
export async function viewCart(
  services: Services,
  viewer: Pick<Viewer, 'id' | 'isLimited'>,
): Promise<CartView> {
  const snapshot = await cartSnapshotOf(services.db, viewer.id)
  if (!snapshot) throw new Error('The signed-in user has no record')
  if (!snapshot.hasPaymentCustomer && snapshot.cart.lines.length > 0) {
    await queueDailyCustomerSync(services.db, viewer.id)
  }
  if (snapshot.hasUnseenAllocation) await markAllocationsSeen(services.db, viewer.id)
  return cartViewOf(services, snapshot, viewer)
}

/** The cart with everything its pages show. */
export function cartViewOf(
  services: Pick<Services, 'clock' | 'settings'>,
  {
    cart,
    buyer,
    products,
    takesGifts,
    kept,
  }: Pick<CartSnapshot, 'cart' | 'buyer' | 'products' | 'takesGifts' | 'kept'>,
  { isLimited }: Pick<Viewer, 'isLimited'>,
): CartView {
  const { taxPercent } = services.settings
  const shipToProblem = whyNotBuyer(buyer, shopToday(services))
  return {
    cart,
    products,
    totals: totalsOf(cart, taxPercent),
    taxPercent,
    shipToProblem,
    shipToState: buyer.state,
    whyNot: whyCartNotReady(cart, shipToProblem),
    ...(takesGifts && { takesGifts }),
    // The reader of a forwarded link is shown no recipient.
    ...(kept && !isLimited && { typed: typedOf(kept) }),
  }
}
