import { whyNotTypedSentence } from '#catalogue/destinations/typed-fields.rules.ts'
import { whyNotAddSentence } from '#catalogue/on-sale/release.copy.ts'

import { whyNotCheckoutSentence } from './cart/cart.copy.ts'
import type { WhyNotOpened } from './checkout.rules.ts'

/** On the payment page of a short hold, after the buyer's statement; `time` is `5:40 PM PST`. */
export const heldUntil = (time: string) => `Your wine is held until ${time}.`

type Reason = WhyNotOpened | 'already-paid' | 'provider-away' | 'provider-refused'

/** What people read when the payment page can't be opened. */
export const checkoutSentence = {
  ...whyNotCheckoutSentence,
  ...whyNotTypedSentence,
  'sold-out': 'This wine has just sold out. Nothing was charged.',
  'few-left': `${whyNotAddSentence['few-left']} Nothing was charged.`,
  'release-closed': 'This release is not on sale.',
  'release-paused': 'This release is paused. Nothing was charged. Please come back a little later.',
  'before-release': 'This release has not opened for you yet. Nothing was charged.',
  'no-allocation': 'This release is offered by allocation. Nothing was charged.',
  'allocation-used': 'That is more than your allocation has left. Nothing was charged.',
  'confirm-first':
    'Please confirm your email address before you pay: we have sent you a link that leads back to your cart. Nothing was charged.',
  'network-holds':
    'Too many orders from your network are waiting for payment. Nothing was charged. Please try again in ten minutes.',
  'held-enough':
    'We held this wine for you three times, and no payment followed. Nothing was charged. Please try again in an hour.',
  'often-started':
    'Too many payment pages were opened in the last hour. Nothing was charged. Please try again later.',
  'price-differs':
    'This wine can’t be ordered right now: its price is being updated. Nothing was charged. Please write to us.',
  'already-paid': 'This order is already paid for. You will find it in your order history.',
  disagrees:
    'This no longer matches your cart or your address. Nothing was charged. Please reload the page and try again.',
  'provider-away': 'The payment page can’t be opened right now. Please try again in a moment.',
  'provider-refused': 'The payment page could not be opened. Please write to us.',
} as const satisfies Record<Reason, string>
