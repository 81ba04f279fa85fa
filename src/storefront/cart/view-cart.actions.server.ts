import { queueDailyCustomerSync } from '#accounts/account/payment-customer.actions.server.ts'
import { needsAddress } from '#catalogue/destinations/shipping.rules.ts'
import {
  nearLimitText,
  whyNotByStateText,
} from '#catalogue/destinations/state-rules/state-rules.copy.ts'
import { forbids } from '#catalogue/destinations/state-rules/state-rules.rules.ts'
import { stateVerdict } from '#catalogue/destinations/state-rules/state-verdict.store.server.ts'
import type { Typed } from '#catalogue/destinations/typed-fields.rules.ts'
import { typedOf } from '#catalogue/destinations/typed-fields.rules.ts'
import type { Product } from '#catalogue/wines/catalogue.rules.ts'
import type { BuyerProblem, Cart, Totals, WhyNotCheckout } from '#checkout/cart/cart.rules.ts'
import { itemCount, totalsOf, unitsOf, whyCartNotReady } from '#checkout/cart/cart.rules.ts'
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
  /** What the law of that state says of the cart: why it forbids it, with figures, or how near its limit is. */
  stateSays?: string
  /** Why the Checkout button is disabled, or null. */
  whyNot: WhyNotCheckout | null
  /** Another adult may receive it. */
  takesGifts?: true
  /** What was typed for its open payment page, for who comes back from there. */
  typed?: Typed
}

/**
 * The user's cart with all its figures, and the listed wines. One query, but where the law of the user's state has to
 * be asked, and where a first view has to be noted: of an allocation as seen, and of a filled cart by a background job
 * that creates the user's payment customer.
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
export async function cartViewOf(
  services: Pick<Services, 'db' | 'clock' | 'settings'>,
  snapshot: CartSnapshot,
  { isLimited }: Pick<Viewer, 'isLimited'>,
): Promise<CartView> {
  const { cart, buyer, products, takesGifts, open } = snapshot
  const { taxPercent } = services.settings
  const ofBuyer = whyNotBuyer(buyer, shopToday(services))
  const law = ofBuyer === null ? await askLaw(services, snapshot) : null
  const shipToProblem = ofBuyer ?? law?.problem ?? null
  return {
    cart,
    products,
    totals: totalsOf(cart, taxPercent),
    taxPercent,
    shipToProblem,
    shipToState: buyer.state,
    // The reader of a forwarded link is not told what the buyer has had.
    ...(law?.says && !isLimited && { stateSays: law.says }),
    whyNot: whyCartNotReady(cart, shipToProblem),
    ...(takesGifts && { takesGifts }),
    // The reader of a forwarded link is shown no recipient.
    ...(open && !isLimited && { typed: typedOf(open.kept) }),
  }
}

/** What the law of the buyer's state says of a cart that is carried there; null where it need not be asked. */
async function askLaw(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { cart, buyer, userId, email, open, hasStateRules }: CartSnapshot,
) {
  const isCarried = cart.shipping === null || needsAddress(cart.shipping)
  if (!hasStateRules || !isCarried || cart.lines.length === 0) return null
  const { firstName, lastName, ...to } = buyer
  const sale = {
    shipTo: { ...to, name: `${firstName} ${lastName}`.trim() },
    ...{ userId, email, units: unitsOf(cart), ...(open && { checkoutId: open.id }) },
  }
  const verdict = await stateVerdict(db, sale, clock())
  const about = { state: buyer.state, cases: itemCount(cart) }
  const says = forbids(verdict) ? whyNotByStateText(verdict, about) : nearLimitText(verdict, about)
  return { problem: verdict.problem, says }
}
