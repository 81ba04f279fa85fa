import { whyNotBirthdate } from '#accounts/users/birthdate.rules.ts'
import { whyNotShipTo } from '#catalogue/destinations/ship-to.rules.ts'
import type { WhyNotTyped } from '#catalogue/destinations/typed-fields.rules.ts'
import type { CheckoutState } from '#catalogue/tables.ts'
import type { WhyNotAdd } from '#catalogue/wines/catalogue.rules.ts'
import type { Address } from '#platform/address/address.rules.ts'
import { isOneOf } from '#platform/text/one-of.rules.ts'

import type { BuyerProblem, Cart, WhyNotCheckout } from './cart/cart.rules.ts'
import { whyCartNotReady } from './cart/cart.rules.ts'

/** Why no checkout is opened: because of the cart, the stock or the buyer's allocation. */
export type WhyNotOpened =
  | WhyNotCheckout
  | Exclude<WhyNotAdd, 'announced' | 'closed' | 'paused'>
  | 'release-closed'
  | 'release-paused'
  | 'confirm-first'
  | 'network-holds'
  | 'held-enough'
  | 'often-started'
  | 'price-differs'
  | 'disagrees'
  | WhyNotTyped

/** What a checkout says of a wine that a cart can't have. */
export function whyNotOpened(why: WhyNotAdd): WhyNotOpened {
  if (why === 'paused') return 'release-paused'
  return why === 'announced' || why === 'closed' ? 'release-closed' : why
}

export type Buyer = Address & { firstName: string; lastName: string; birthdate: string | null }

/**
 * What is wrong with a buyer's name, age or address on that day; null when wine can be sent there. No form takes a
 * birthdate below 21, but a row may have one; where it is missing the age gate and the ID at the door count.
 */
export function whyNotBuyer(buyer: Buyer, day: string): BuyerProblem | null {
  if (`${buyer.firstName}${buyer.lastName}`.trim() === '') return 'no-name'
  if (whyNotBirthdate(buyer.birthdate ?? '', day) === 'under-21') return 'under-21'
  return whyNotShipTo(buyer, day)
}

/**
 * Why this cart can't be checked out by this buyer on that day, or null when it can. The reason
 * picks the sentence and disables the button. Stock is checked in the database, not here.
 */
export const whyNotCheckout = (cart: Cart, buyer: Buyer, day: string): WhyNotCheckout | null =>
  whyCartNotReady(cart, whyNotBuyer(buyer, day))

/** The states of a checkout. `open` holds stock; every other state has released or sold it. */
const checkoutTransitions = {
  open: ['paid', 'expired', 'cancelled', 'refused'],
  paid: [],
  expired: ['paid', 'refused'], // a payment can arrive after the hold has ended
  cancelled: ['paid', 'refused'],
  refused: [], // authorised, and voided
} as const satisfies Record<CheckoutState, readonly CheckoutState[]>

/** Whether a checkout may change from one state to another. */
export const mayBecome = (from: CheckoutState, to: CheckoutState): boolean =>
  isOneOf(checkoutTransitions[from], to)

/**
 * Days until the personal data of an unpaid checkout is erased. An authorisation lapses after a
 * week, and buyers of voided offers are invited to reply, so a month leaves time for both.
 */
export const unpaidRetentionDays = 30

/** How long stock is held for a started checkout. */
export const holdMinutes = 30

/** A reused checkout must leave its buyer this many minutes to pay. */
const leastMinutesLeft = 5

/** Whether an open checkout leaves enough time to pay. */
export const leavesTime = ({ expiresAt }: { expiresAt: Date }, now: Date): boolean =>
  expiresAt.getTime() - now.getTime() > leastMinutesLeft * 60_000

/** The provider's minimum, in minutes from when it receives the request. */
const leastSessionMinutes = 30

/** Minutes after the start in which a page may still be requested: later it would end too soon for the provider. */
const requestMinutes = 3

/** Whether the page of a checkout may still be requested; the last minute is left for the request itself. */
export const mayRequestPage = ({ startedAt }: { startedAt: Date }, now: Date): boolean =>
  now.getTime() - startedAt.getTime() < (requestMinutes - 1) * 60_000

/**
 * Lifetime of the provider's checkout session, in minutes from the start: longer than the hold and the minimum,
 * because a retry with the same idempotency key must send the same time.
 */
export const sessionMinutes = Math.max(holdMinutes, leastSessionMinutes) + requestMinutes
