import type { WhyNotChanged } from '#domain/cart-change.ts'
import type { CartView } from '#use-cases/cart/view-cart.ts'

/** What `/cart` answers to the page's script. */
export type CartAnswer = { view: CartView; whyNot: WhyNotChanged | null }
