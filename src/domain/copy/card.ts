import { formatAmount } from '../money.ts'
import { checkoutSentence } from './checkout.ts'
import { identitySentence } from './sign-in.ts'

const keptCard = ({ brand, last4, expMonth, expYear }: KeptCardFigures): string =>
  `${brand.charAt(0).toUpperCase()}${brand.slice(1)} ending in ${last4}, valid until ${String(expMonth).padStart(2, '0')}/${expYear % 100}`

type KeptCardFigures = { brand: string; last4: string; expMonth: number; expYear: number }

/** The page of a member's kept cards. */
export const keptCardsCopy = {
  title: 'Your cards',
  intro: 'Cards you chose to keep for your next order. Our payment provider keeps them, never we.',
  none: 'You have not kept a card.',
  remove: 'Remove',
  removed: 'The card is removed.',
  unknown: 'This card is removed already.',
  away: 'The payment provider does not answer right now. Please try again in a moment.',
  back: 'Back to my account',
  link: 'Cards kept for your next order',
} as const

/** What the card panel says. Quoted sentences of the specification stand verbatim. */
export const cardCopy = {
  title: 'Pay by card',
  intro: 'Your card goes to our payment provider and never through our hands.',
  fromCart: 'Pay by card here',
  goesTo: 'Goes to',
  changeAddress: 'Change',
  card: 'Card',
  loading: 'The card field is coming…',
  pay: (cents: number) => `Start Pay of ${formatAmount(cents)}`, // sic
  paying: 'Paying…',
  askingBank: 'Your bank is asking you to confirm…',
  keep: 'Keep this card for my next order',
  keepHint: 'Our payment provider keeps it, never we. You can remove it in your account.',
  payWith: 'Pay with',
  keptCard,
  otherCard: 'Another card',
  elsewhere: 'Or pay on the payment provider’s own page',
  noScript:
    'The card field needs JavaScript. Without it you pay on our payment provider’s page, which asks for the same card.',
  noField:
    'The card field could not be loaded. Reload the page, or pay on our payment provider’s page.',
  tests: 'Test cards',
  goodCard: 'Good card',
  declinedCard: 'Declined card',
  typeCard: (number: string) => `Type ${number}, any later date and any three digits.`,
  notConfirmed: 'The payment was not confirmed. Nothing was charged. Please try again.',
  failed: 'Something went wrong here. Press again: you are never charged twice.',
  offline: 'We could not reach the shop. Press again: you are never charged twice.',
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
    'The payment provider does not answer right now. Press again in a moment: you are never charged twice.',
  'provider-refused': 'The payment could not be started. Nothing was charged. Please write to us.',
} as const

/** What the answers about a payment customer say. */
export const customerSentence = {
  disagrees: 'What was sent does not agree with your account. Please reload and try again.',
  'no-customer': 'There is no such customer.',
  'no-payment': 'There is no such payment.',
  'provider-away': 'The payment provider does not answer right now. Please try again in a moment.',
  'provider-refused': 'The payment provider did not accept this profile. Please write to us.',
} as const
