import { formatAmount } from '../money.ts'
import type { OfferRefusal } from '../offers.ts'
import { shipToSentence } from './cart.ts'
import { checkoutSentence } from './checkout.ts'

/** The direct offer, the single-bottle offer and their thanks (specification, section 2). */
export const offersCopy = {
  offering: {
    title: 'Your Exclusive Offer',
    intro: 'You have this page because we sent it to you. Choose how many cases you would like.',
    quantity: 'How many cases',
    per: 'per case of three bottles',
  },
  singleBottle: {
    title: 'One bottle, to begin with',
    intro: 'You have this page because we sent it to you.',
    per: 'one bottle',
  },
  total: 'Total before shipping and tax',
  checkout: 'Checkout',
  whatFollows:
    'You choose the shipping and pay on our payment provider’s page. Your card is charged only once we have checked that we may send wine to your address.',
  shipTo: {
    title: 'Where shall we send it?',
    intro: 'We may send wine to some states only, so we ask before you pay.',
    summary: (quantity: number, description: string, cents: number) =>
      `${quantity} × ${description}, ${formatAmount(cents)} before shipping and tax`,
    change: 'Change',
    aboutYou: 'About you',
    name: 'Full name',
    email: 'Email',
    emailHint: 'The confirmation goes there.',
    phone: 'Phone',
    phoneHint: 'The carrier calls it about the delivery.',
    birthdate: 'Birthdate',
    birthdateHint: 'You must be 21 or older to buy wine.',
    where: 'Where it goes',
    pickup: 'I will pick it up: no address is needed',
    pickupHint: 'We arrange the place and the hour with you.',
    address: 'Address',
    addressHint: 'A business address is best: an adult must sign.',
    addressExtra: 'Apartment, suite, company (optional)',
    city: 'City',
    state: 'State',
    zipCode: 'ZIP code',
    go: 'Go to payment',
    next: 'On the next page you choose the shipping and pay. An adult of 21 or older must sign for the delivery.',
    fixFirst: 'Please look at the marked fields. Nothing was charged.',
    orPickUp: 'You may also pick the wine up: tick the box above the address.',
    errors: {
      name: 'Please write your first and last name',
      longName: 'No more than 60 letters',
      birthdate: 'Please give your date of birth',
      zipCode: 'Five digits please, such as 94110',
      statement: 'We can only sell to you if you confirm this',
    },
  },
  /** Said on the payment page, above its button. */
  paymentNote: 'Your card is charged only once we have checked that we may send wine there.',
  gone: 'This offer has ended. Join the list and we will write to you when the next one opens.',
  join: 'Join the List',
  thanks: {
    title: 'Thanks for you order.', // sic
    text: 'We have sent you a confirmation by email. Shipments begin in November; we will write again when yours leaves.',
    next: 'Back to the house',
    confirming:
      'Your payment is being confirmed. You will have our confirmation by email in a few minutes.',
  },
  refused: {
    title: 'We could not take your order',
    notCharged:
      'You have not been charged. What your bank may show as reserved is released in a few days.',
    contact:
      'We have written to you. Answer that letter, or call us, and we will find a way together.',
    again: 'Back to the offer',
  },
  /** Paid, and not to be served. */
  givenBack: {
    charged:
      'You have been charged, and all of it goes back to the card you paid with, by itself. Your bank may take five to ten days to show it.',
    contact:
      'We write to you when it is on its way. Answer that letter, or call us, and we will find a way together.',
  },
} as const

/** Why an offer's payment was not taken, or goes back, as page and letter say it. */
export const offerRefusalSentence = {
  ...shipToSentence,
  'stock-gone': 'The last of this wine was gone before your payment reached us.',
  'authorisation-ended': 'Your bank has taken its promise back before we could take the payment.',
} as const satisfies Record<OfferRefusal, string>

/** Why no payment page was opened for an offer. */
export const offerSentence = {
  ...shipToSentence,
  'no-such-offer': 'There is no such offer.',
  'ask-ship-to': 'Please tell us first where the wine shall go.',
  'sold-out': checkoutSentence['sold-out'],
  'release-closed': 'This offer has ended.',
  'already-paid': 'This order is already paid. We have sent you a confirmation by email.',
  disagrees: 'What was sent does not agree with this offer. Please reload and try again.',
  'too-many-tries': 'That was tried too often just now. Please wait an hour, or call us.',
  'provider-away': checkoutSentence['provider-away'],
  'provider-refused': checkoutSentence['provider-refused'],
} as const
