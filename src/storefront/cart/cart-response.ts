import type { WhyNotChanged } from './cart-change.rules.ts'
import type { CartView } from './view-cart.actions.server.ts'

/** Response of `/cart` to the page's script: the cart, and why a change was refused, or null. */
export type CartResponse = { view: CartView; whyNot: WhyNotChanged | null }
