import { identitySentence } from '#accounts/sign-in/sign-in.copy.ts'
import { shipToSentence } from '#catalogue/destinations/ship-to.copy.ts'
import { stateSentence } from '#catalogue/destinations/state-rules/state-rules.copy.ts'
import type { OfferRefusal } from '#catalogue/offers/offers.rules.ts'
import { formatAmount } from '#platform/text/money.rules.ts'
import { deliveryNote } from '#platform/text/shipments-begin.copy.ts'

import { checkoutSentence } from '../checkout.copy.ts'

/** The direct offer, the single-bottle offer and their thanks (specification, section 2). */
export const offersCopy = {
  offering: {
    title: 'Your Exclusive Offer',
    intro: 'This offer is by invitation, and it is yours. Choose how many cases you would like.',
    quantity: 'How many cases',
  },
  singleBottle: {
    title: 'One bottle, to begin with',
    intro: 'This offer is by invitation, and it is yours.',
  },
  total: 'Total before shipping and tax',
  checkout: 'Checkout',
  whatFollows:
    'Next, tell us who you are and where the wine should go. Then choose the shipping and pay on our payment provider’s page. Your card is charged only once we have checked that wine may be shipped to your address.',
  whatFollowsByLink:
    'Next, on our payment provider’s page, you choose how many, say where the wine should go, and pay. If wine may not be shipped to your address, we refund you in full.',
  shipTo: {
    title: 'Where should we send it?',
    intro: 'Wine may be shipped to certain states only, so we ask before you pay.',
    beforeShipping: (cents: number) => `${formatAmount(cents)} before shipping and tax`,
    atMost: (most: number) =>
      most === 1
        ? 'This offer is for a single bottle, so we have set it to 1.'
        : `This offer is for up to ${most} cases, so we have set it to 1.`,
    change: 'Change',
    aboutYou: 'About you',
    name: 'Full name',
    email: 'Email',
    emailHint: 'We send the confirmation here.',
    phone: 'Phone',
    phoneHint: 'For the carrier, on the day of delivery.',
    birthdate: 'Birthdate',
    birthdateHint: 'You must be 21 or older to buy wine.',
    where: 'Where it goes',
    pickup: 'I will pick it up; no address needed',
    pickupHint: 'We will arrange the place and time with you.',
    go: 'Go to payment',
    next: 'On the next page, you choose the shipping and pay. An adult 21 or older must sign for a delivery.',
    fixFirst: 'Please check the marked fields. Nothing was charged.',
    orPickUp: 'You can also pick up your wine: check the box above the address.',
    errors: {
      name: 'Please enter your first and last name',
      longName: 'No more than 60 letters',
      birthdate: 'Please enter your date of birth',
      statement: 'We can only sell to you if you confirm this',
    },
  },
  /** Said on the payment page, above its button. */
  paymentNote: 'Your card is charged only once we have checked that wine may be shipped there.',
  closed: {
    coming: 'This offer has not opened yet. Join the list to hear when it does.',
    paused: 'This offer is paused. Please come back a little later.',
    'sold-out': 'This wine has sold out. Join the list to hear about our next release.',
    over: 'This offer has ended. Join the list to hear about our next release.',
  },
  join: 'Join the List',
  thanks: {
    title: 'Thanks for you order.', // sic
    order: (number: number) => `Order K-${number}`,
    delivery: (shipsFrom: string | null) =>
      `A confirmation is on its way to your inbox. ${deliveryNote(shipsFrom)}`,
    pickup:
      'A confirmation is on its way to your inbox. We will write to arrange the place and time of your pickup; please bring a photo ID that shows you are 21 or older.',
    see: 'See your order',
    none: 'We don’t see a completed payment. The offer is below.',
    next: 'Back to the home page',
    confirming:
      'Your payment is being confirmed. You will have our confirmation by email in a few minutes.',
  },
  refused: {
    title: 'We could not take your order',
    notCharged:
      'You have not been charged. If your bank shows a pending charge, it will disappear within a few days.',
    contact:
      'We have written to you. Reply to that email, or call us, and we will find a way together.',
    again: 'Back to the offer',
  },
  /** Paid, and not to be served. */
  givenBack: {
    charged:
      'You have been charged, and the full amount goes back to the card you paid with. Your bank may take five to ten days to show it.',
    contact:
      'We will write to you when it is on its way. Reply to that email, or call us, and we will find a way together.',
  },
} as const

/** Why an offer's payment was not captured, or is refunded, as page and email say it. */
export const offerRefusalSentence = {
  ...shipToSentence,
  ...stateSentence,
  'stock-gone': 'The last of this wine sold before your payment reached us.',
  'amount-short': 'Your payment did not cover the price of this order.',
  'authorisation-ended': 'The hold on your card ended before we could take the payment.',
} as const satisfies Record<OfferRefusal, string>

/** Why no payment page was opened for an offer. */
export const offerSentence = {
  ...shipToSentence,
  'no-such-offer': 'There is no such offer.',
  'ship-to-required': 'First, please tell us where the wine should go.',
  captcha: identitySentence('captcha-check-failed'),
  'sold-out': checkoutSentence['sold-out'],
  'price-differs': checkoutSentence['price-differs'],
  'confirm-first':
    'Right now we can hold this wine only for a confirmed email address. Log in to an account with one, or try again in half an hour.',
  'network-holds': checkoutSentence['network-holds'],
  'release-closed': 'This offer has ended.',
  'release-coming': offersCopy.closed.coming,
  'release-paused': checkoutSentence['release-paused'],
  'already-paid': 'This order is already paid. We have sent you a confirmation by email.',
  'other-wine': 'This offer is for another wine now. Please look at it before you go on.',
  disagrees: 'That does not match this offer. Please reload the page and try again.',
  'too-many-tries': 'Too many attempts. Please wait an hour, or call us.',
  'provider-away': checkoutSentence['provider-away'],
  'provider-refused': checkoutSentence['provider-refused'],
} as const
