import { shipToSentence } from '#catalogue/destinations/ship-to.copy.ts'
import { maxQuantity } from '#catalogue/destinations/shipping.rules.ts'
import { stateSentence } from '#catalogue/destinations/state-rules/state-rules.copy.ts'
import { orderAmounts } from '#catalogue/prices/amounts.rules.ts'
import { inWords } from '#platform/text/number-words.copy.ts'
import { adultSigns } from '#platform/text/shipments-begin.copy.ts'

import type { WhyNotCheckout } from './cart.rules.ts'

const most = inWords(maxQuantity)

/** What the cart says. Quoted sentences of the specification stand verbatim. */
export const cartCopy = {
  title: 'My Cart',
  empty: 'Your cart is empty.',
  startShopping: 'Start Shopping',
  add: 'Add to cart',
  openCart: 'Open my cart',
  quantity: 'Quantity',
  atMaximum: "You've reached the maximum quantity limit.",
  noneIn: 'None in your cart.',
  inCart: 'In your cart.',
  fewer: (title: string) => `One fewer ${title}`,
  more: (title: string) => `One more ${title}`,
  remove: 'Remove',
  left: (count: number) => (count === 0 ? 'Sold out' : `Only ${count} left`),
  tooMany: `An order holds ${most} cases. Keep ${most} now, and order the rest right after.`,
  keepOneOrder: `Keep ${most} now`,
  setApart: (count: number, isOrdering: boolean) => {
    const [said, moves] =
      count === 1
        ? ['1 case is saved for your next order.', 'It moves']
        : [`${count} cases are saved for your next order.`, 'They move']
    return isOrdering ? `${said} ${moves} into your cart once this one is paid.` : said
  },
  putBack: (count: number) => (count === 1 ? 'Put it back' : 'Put them back'),
  shipping: 'Shipping method',
  shippingCost: orderAmounts.shippingCents.name,
  subtotal: orderAmounts.subtotalCents.name,
  tax: (percent: number) => `${orderAmounts.taxCents.name} (${percent}%)`,
  total: 'Total',
  charged: 'To be charged',
  soFar: 'Wine and tax so far',
  takeMethod: 'Use this method',
  notChosen: 'Not chosen yet',
  notForSoMany: `For up to ${most} cases`,
  checkout: 'Checkout',
  checkingOut: 'Opening the payment page…',
  signature: `${adultSigns}.`,
  pickup:
    'We will arrange the place and time of your pickup with you. Please bring a photo ID that shows you are 21 or older.',
  contact: 'Questions, a rush order or a pickup to arrange?',
  fixAddress: 'Go to my shipping address',
  fixPerson: {
    'no-name': 'Go to my name',
    'under-21': 'Go to my birthdate',
    'birthdate-needed': 'Add my birthdate',
  },
} as const

/** Arranged by contact, as the shipping policy says. */
export const pickupNote = 'Arranged with us by phone or email'

export const whyNotCheckoutSentence = {
  ...shipToSentence,
  ...stateSentence,
  'no-name': 'Add your name: it goes on the label, and it has to match the ID at the door.',
  'under-21':
    'By your birthdate you are not 21 yet, and we sell wine from 21 on. Please correct it if it is mistyped.',
  'empty-cart': cartCopy.empty,
  'too-many': `An order can hold up to ${inWords(maxQuantity)} cases. Please remove some.`,
  'choose-shipping': 'Please choose a shipping method',
} as const satisfies Record<WhyNotCheckout, string>
