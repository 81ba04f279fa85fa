import type { WhyNotCheckout } from './cart.rules.ts'
import { maxQuantity } from '#catalogue/destinations/shipping.rules.ts'
import type { ShippingMethod } from '#catalogue/destinations/shipping.rules.ts'
import type { ShipToProblem } from '#catalogue/destinations/ship-to.rules.ts'

import { inWords } from '#mail/number-words.copy.ts'

/** What the cart says. Quoted sentences of the specification stand verbatim. */
export const cartCopy = {
  title: 'My Cart',
  empty: 'Your cart is empty.',
  startShopping: 'Start Shopping',
  add: 'Add to cart',
  openCart: 'Open my cart',
  quantity: 'Quantity',
  atMaximum: "You've reached the maximum quantity limit.",
  noneIn: 'There is none in your cart.',
  inCart: 'In your cart.',
  fewer: (title: string) => `One fewer ${title}`,
  more: (title: string) => `One more ${title}`,
  remove: 'Remove',
  left: (count: number) => (count === 0 ? 'Sold out' : `Only ${count} left`),
  fewLeft: 'There are fewer left than you chose. Please lower the quantity.',
  shipping: 'Shipping method',
  shippingCost: 'Shipping',
  subtotal: 'Subtotal',
  tax: (percent: number) => `California sales tax (${percent}%)`,
  total: 'Total',
  charged: 'To be charged',
  takeMethod: 'Use this method',
  notChosen: 'Not chosen yet',
  checkout: 'Checkout',
  checkingOut: 'Opening the payment page…',
  signature: 'An adult 21 or older must sign for the delivery.',
  pickup:
    'We will arrange the place and time of your pickup with you. Please bring a photo ID that shows you are 21 or older.',
  contact: 'Questions, a rush order or a pickup to arrange?',
  fixAddress: 'Go to my shipping address',
} as const

/** What the buyer has to do when the wine is handed over. */
export const handoverNote = (method: ShippingMethod | null): string =>
  method === 'pickup' ? cartCopy.pickup : cartCopy.signature

/** Arranged by contact, as the shipping policy says. */
export const pickupNote = 'Arranged with us by phone or email'

/** Why wine may not go to an address. */
export const shipToSentence = {
  'no-address': 'We need your shipping address before we can send wine.',
  'state-not-served': 'We are not permitted to ship wine to this state.',
  'zip-not-in-state': 'This ZIP code is not in the state you chose.',
  'zip-not-served': 'We are not permitted to ship wine to this ZIP code.',
  'po-box': 'Wine can’t go to a PO box: an adult has to sign for it at a street address.',
} as const satisfies Record<ShipToProblem, string>

export const whyNotCheckoutSentence = {
  ...shipToSentence,
  'empty-cart': cartCopy.empty,
  'too-many': `An order can hold up to ${inWords(maxQuantity)} cases. Please remove some.`,
  'choose-shipping': 'Please choose a shipping method',
} as const satisfies Record<WhyNotCheckout, string>
