import type { WhyNotCheckout } from '#domain/checkout/checkout.ts'

type Reason =
  | WhyNotCheckout
  | 'sold-out'
  | 'few-left'
  | 'release-closed'
  | 'release-paused'
  | 'before-release'
  | 'no-allocation'
  | 'allocation-used'
  | 'confirm-first'
  | 'price-differs'
  | 'already-paid'
  | 'disagrees'
  | 'provider-away'
  | 'provider-refused'

/** What people read when the payment page can't be opened. */
export const checkoutSentence = {
  'empty-cart': 'Your cart is empty.',
  'too-many': 'An order can hold up to three cases.',
  'choose-shipping': 'Please choose a shipping method',
  'no-address': 'Please fill in your shipping address first.',
  'state-not-served': 'We are not permitted to ship wine to this state.',
  'zip-not-in-state': 'This ZIP code is not in the state of your address.',
  'zip-not-served': 'We are not permitted to ship wine to this ZIP code.',
  'po-box': 'We can’t ship wine to a PO box: an adult has to sign for it.',
  'sold-out': 'This wine has just sold out. Nothing was charged.',
  'few-left':
    'There are fewer left than you chose. Please lower the quantity. Nothing was charged.',
  'release-closed': 'This release is not on sale.',
  'release-paused': 'This release is paused. Nothing was charged. Please come back a little later.',
  'before-release': 'This release has not opened for you yet. Nothing was charged.',
  'no-allocation': 'This release is offered by allocation. Nothing was charged.',
  'allocation-used': 'That is more than your allocation has left. Nothing was charged.',
  'confirm-first':
    'Many people are buying this wine right now. Please confirm your email address first: we have sent you a link that leads back to your cart.',
  'price-differs':
    'This wine can’t be ordered right now: its price is being updated. Nothing was charged. Please write to us.',
  'already-paid': 'This order is already paid for. You will find it in your order history.',
  disagrees: 'This does not match your cart. Please reload the page and try again.',
  'provider-away': 'The payment page can’t be opened right now. Please try again in a moment.',
  'provider-refused': 'The payment page could not be opened. Please write to us.',
} as const satisfies Record<Reason, string>
