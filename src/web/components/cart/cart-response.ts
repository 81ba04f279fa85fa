import type { WhyNotChanged } from '#domain/cart/cart-change.ts'
import type { CartView } from '#use-cases/cart/view-cart.ts'

/** Response of `/cart` to the page's script. */
export type CartResponse = { view: CartView; whyNot: WhyNotChanged | null }
