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
  gone: 'This offer has ended. Join the list and we will write to you when the next one opens.',
  join: 'Join the List',
  thanks: {
    title: 'Thanks for you order.', // sic
    text: 'We have sent you a confirmation by email. Shipments begin in November; we will write again when yours leaves.',
    next: 'Back to the house',
  },
} as const
