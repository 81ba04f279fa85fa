import { identitySentence } from '#accounts/sign-in/sign-in.copy.ts'
import { maxQuantity } from '#catalogue/destinations/shipping.rules.ts'
import type { OfferRefusal } from '#catalogue/offers/offers.rules.ts'
import { whyNotAddSentence } from '#catalogue/on-sale/release.copy.ts'
import { inWords } from '#platform/text/number-words.copy.ts'

import { cardSentence } from './card/card.copy.ts'
import { cartCopy } from './cart/cart.copy.ts'
import { checkoutSentence } from './checkout.copy.ts'

export type Notice = { tone: 'info' | 'good' | 'bad'; sentence: string }

const bad = (sentence: string): Notice => ({ tone: 'bad', sentence })
const good = (sentence: string): Notice => ({ tone: 'good', sentence })

const badOnes = <Code extends string>(sentences: Readonly<Record<Code, string>>) =>
  Object.fromEntries(
    Object.entries<string>(sentences).map(([code, sentence]) => [code, bad(sentence)]),
  ) as Record<Code, Notice>

/** The messages of the cart and of payments, by their codes. */
export const notices = {
  // Each reason of a checkout as it reads there; those below read another way in the cart.
  ...badOnes(checkoutSentence),
  announced: { tone: 'info', sentence: whyNotAddSentence.announced },
  closed: bad(whyNotAddSentence.closed),
  'sold-out': bad(whyNotAddSentence['sold-out']),
  'few-left': bad(whyNotAddSentence['few-left']),
  'unknown-product': bad('We do not sell this wine here.'),
  'cart-full': { tone: 'info', sentence: cartCopy.atMaximum },
  'bad-quantity': bad(`You can choose up to ${inWords(maxQuantity)} of each wine.`),
  'no-shipping': bad(`Each order holds up to ${inWords(maxQuantity)} cases.`),

  captcha: bad(identitySentence('captcha-check-failed')),
  'release-closed': bad(whyNotAddSentence.closed),
  paused: bad(whyNotAddSentence.paused),
  'before-release': bad(whyNotAddSentence['before-release']),
  'no-allocation': bad(whyNotAddSentence['no-allocation']),
  'allocation-used': { tone: 'info', sentence: whyNotAddSentence['allocation-used'] },
  'being-confirmed': good(
    'Your payment is being confirmed. There is no need to pay again: the order will appear here within minutes, and we will email you a confirmation.',
  ),
  'given-back': bad(
    'We could not fill this order: the last of the wine sold before your payment arrived. The full amount goes back to the card you paid with, and we will write to you when it is on its way.',
  ),
  'not-to-address': bad(
    'We can’t send this order: by the time your payment arrived, the law no longer allowed this wine to go to its address. The full amount goes back to the card you paid with, and we will write to you when it is on its way.',
  ),
  'confirm-first': {
    tone: 'info',
    sentence: `${checkoutSentence['confirm-first']} Your cart stays as it is.`,
  },
  'paid-short': bad(
    'Your payment did not cover the price of this order, so we can’t send it. The full amount goes back to the card you paid with, and we will write to you when it is on its way.',
  ),
  'paid-before': good('This order was paid. Its confirmation goes to your email address.'),
  'already-paid': good('This cart is already paid for. You will find it in your orders.'),
  'provider-away': bad(
    'The payment page can’t be opened right now. Nothing was charged. Please try again in a moment.',
  ),
  'provider-refused': bad(
    'The payment page could not be opened. Nothing was charged. Please write to us.',
  ),
  'card-declined': bad(cardSentence['card-declined']),
  'token-refused': bad(cardSentence['token-refused']),
  'too-many-tries': bad(cardSentence['too-many-tries']),
  offline: bad('We could not reach the shop. Please check your cart before you go on.'),
} as const satisfies Record<string, Notice>

export type NoticeCode = keyof typeof notices

/** What is said of a payment that is refunded at once; other reasons than these lie in the address. */
export function noticeOfRefund(why: OfferRefusal): NoticeCode {
  if (why === 'stock-gone') return 'given-back'
  return why === 'amount-short' ? 'paid-short' : 'not-to-address'
}
