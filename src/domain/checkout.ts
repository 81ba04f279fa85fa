import type { Cart } from './cart.ts'
import type { WhyNotReady } from './cart-readiness.ts'
import { whyNotReady } from './cart-readiness.ts'
import type { Address } from './ship-to.ts'
import { whyNotShipTo } from './ship-to.ts'

export type WhyNotCheckout = WhyNotReady

/**
 * Why this cart can't be checked out to this address on that day, or null when it can. The reason
 * picks the sentence and makes the button inactive. Stock is asked of the database, not here.
 */
export function whyNotCheckout(cart: Cart, address: Address, on: Date): WhyNotCheckout | null {
  return whyNotReady(cart, whyNotShipTo(address, on))
}

/** Life of a checkout: `open` holds stock; every other state has given it back or sold it. */
export const checkoutTransitions = {
  open: ['paid', 'expired', 'cancelled', 'refused'],
  paid: [],
  expired: ['paid', 'refused'], // money can come after the hold has ended
  cancelled: ['paid', 'refused'],
  refused: [], // authorised, and voided
} as const satisfies Record<CheckoutState, readonly CheckoutState[]>

export type CheckoutState = 'open' | 'paid' | 'expired' | 'cancelled' | 'refused'

/**
 * How long it is kept whose an unpaid checkout was. An authorisation lapses a week after it was given
 * and buyers of voided offers are asked to write back: a month leaves them and staff time for it.
 */
export const unpaidKeptDays = 30

/** How long stock is held for a started checkout. */
export const holdMinutes = 30

/** A checkout that is used again must leave its buyer this many minutes to pay. */
const leastMinutesLeft = 5

/** Whether an open checkout can still be paid at leisure. */
export const leavesTime = ({ expiresAt }: { expiresAt: Date }, now: Date): boolean =>
  expiresAt.getTime() - now.getTime() > leastMinutesLeft * 60_000

/**
 * When the provider's page closes, in minutes from the start. The provider takes no less than 30
 * from the moment it is asked, and a repeat has to ask for the very same time.
 */
export const sessionMinutes = 33

/** What the buyer states by paying; kept with each order. */
export const buyerStatement =
  'I am 21 or older, I will sign for the delivery, and this wine is not for resale.'
