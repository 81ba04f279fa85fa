import { identitySentence } from '#accounts/sign-in/sign-in.copy.ts'
import { formatAmount } from '#platform/text/money.rules.ts'

import { checkoutSentence } from '../checkout.copy.ts'

const keptCard = ({ brand, last4, expMonth, expYear }: KeptCardFigures): string =>
  `${brand.charAt(0).toUpperCase()}${brand.slice(1)} ending in ${last4}, expires ${String(expMonth).padStart(2, '0')}/${expYear % 100}`

type KeptCardFigures = { brand: string; last4: string; expMonth: number; expYear: number }

/** Why a member's saved cards are not all shown, or one could not be removed. */
export const keptCardsCopy = {
  missing: {
    'too-many-calls': 'Too many requests. Please try again in ten minutes.',
    'provider-away':
      'The payment provider is not responding right now. Please try again in a moment.',
  },
} as const

/** What the card panel says. Quoted sentences of the specification stand verbatim. */
export const cardCopy = {
  title: 'Pay by card',
  intro: 'Your card goes straight to our payment provider and never passes through our hands.',
  fromCart: 'Pay by card here',
  goesTo: 'Ships to',
  changeAddress: 'Change',
  card: 'Card',
  loading: 'Loading the card field…',
  pay: (cents: number) => `Start Pay of ${formatAmount(cents)}`, // sic
  /** While no shipping method is chosen, and with it no amount. */
  payLater: 'Start Pay',
  paying: 'Paying…',
  askingBank: 'Your bank is asking you to confirm…',
  keep: 'Keep this card for my next order',
  keepHint: 'Our payment provider stores it; we never do. You can remove it in your account.',
  payWith: 'Pay with',
  keptCard,
  otherCard: 'Another card',
  elsewhere: 'Or pay on the payment provider’s own page',
  noScript:
    'The card field needs JavaScript. Without it, you can pay on our payment provider’s page.',
  noField:
    'The card field could not be loaded. Reload the page, or pay on our payment provider’s page.',
  tests: 'Test cards',
  goodCard: 'Good card',
  declinedCard: 'Declined card',
  typeCard: (number: string) => `Type ${number}, any future date and any three digits.`,
  notConfirmed: 'The payment was not confirmed. Nothing was charged. Please try again.',
  failed: 'Something went wrong on our side. Press again: you will never be charged twice.',
  offline: 'We could not reach the shop. Press again: you will never be charged twice.',
} as const

/** What people read when a card can't be charged; a declined one is in the provider's words. */
export const cardSentence = {
  ...checkoutSentence,
  'already-paid': 'Your cart is already paid for. You will find it in your order history.',
  'too-many-tries': 'Too many attempts. Please wait an hour, or pay on the payment page.',
  captcha: identitySentence('captcha-check-failed'),
  'card-declined': 'Your card was declined.',
  'token-refused': 'Please enter your card once more. Nothing was charged.',
  'provider-away':
    'The payment provider is not responding right now. Press again in a moment: you will never be charged twice.',
  'provider-refused': 'The payment could not be started. Nothing was charged. Please write to us.',
} as const

/** What the responses about a payment customer say. */
export const customerSentence = {
  disagrees: 'This does not match your account. Please reload the page and try again.',
  'no-customer': 'There is no such customer.',
  ...keptCardsCopy.missing,
  'no-payment': 'There is no such payment.',
  'provider-refused': 'The payment provider did not accept this profile. Please write to us.',
} as const
