import { brandOf, type Brand, type CardFields } from './typed-card.ts'

/** The behaviour and the public details of a test card. The number itself is never stored. */
export type CardBehaviour =
  | { does: 'succeed' }
  | { does: 'dispute' }
  | { does: 'inquire' }
  | { does: 'authenticate' }
  | { does: 'decline'; code: string; declineCode?: string; message: string }

export type Card = {
  brand: Brand
  funding: 'credit' | 'debit'
  country: string
  last4: string
  expMonth: number
  expYear: number
  behaviour: CardBehaviour
}

type TestCard = {
  number: string
  /** Stripe's id of the predefined payment method with this card. */
  token: string
  label: string
  funding?: 'debit'
  behaviour: CardBehaviour
  shown?: true
}

const declined = (declineCode: string): CardBehaviour => ({
  does: 'decline',
  code: 'card_declined',
  declineCode,
  message: 'Your card was declined.',
})

export const testCards: TestCard[] = [
  {
    number: '4242424242424242',
    token: 'pm_card_visa',
    label: 'Paid',
    behaviour: { does: 'succeed' },
    shown: true,
  },
  {
    number: '4000000000000002',
    token: 'pm_card_chargeDeclined',
    label: 'Declined',
    behaviour: declined('generic_decline'),
    shown: true,
  },
  {
    number: '4000000000009995',
    token: 'pm_card_chargeDeclinedInsufficientFunds',
    label: 'Insufficient funds',
    behaviour: {
      does: 'decline',
      code: 'card_declined',
      declineCode: 'insufficient_funds',
      message: 'Your card has insufficient funds.',
    },
    shown: true,
  },
  {
    number: '4000000000000069',
    token: 'pm_card_chargeDeclinedExpiredCard',
    label: 'Expired card',
    behaviour: { does: 'decline', code: 'expired_card', message: 'Your card has expired.' },
    shown: true,
  },
  {
    number: '4000000000000127',
    token: 'pm_card_chargeDeclinedIncorrectCvc',
    label: 'Wrong security code',
    behaviour: {
      does: 'decline',
      code: 'incorrect_cvc',
      message: "Your card's security code is incorrect.",
    },
    shown: true,
  },
  {
    number: '4000002500003155',
    token: 'pm_card_authenticationRequiredOnSetup',
    label: '3-D Secure',
    behaviour: { does: 'authenticate' },
    shown: true,
  },
  {
    number: '4000002760003184',
    token: 'pm_card_authenticationRequired',
    label: '3-D Secure, always',
    behaviour: { does: 'authenticate' },
    shown: true,
  },
  {
    number: '4000000000000259',
    token: 'pm_card_createDispute',
    label: 'Paid, then disputed',
    behaviour: { does: 'dispute' },
    shown: true,
  },
  {
    number: '4000000000001976',
    token: 'pm_card_createDisputeInquiry',
    label: 'Paid, then asked about',
    behaviour: { does: 'inquire' },
  },
  {
    number: '5555555555554444',
    token: 'pm_card_mastercard',
    label: 'Paid',
    behaviour: { does: 'succeed' },
  },
  {
    number: '378282246310005',
    token: 'pm_card_amex',
    label: 'Paid',
    behaviour: { does: 'succeed' },
  },
  {
    number: '4000056655665556',
    token: 'pm_card_visa_debit',
    label: 'Paid',
    funding: 'debit',
    behaviour: { does: 'succeed' },
  },
  {
    number: '4000000000000119',
    token: 'pm_card_chargeDeclinedProcessingError',
    label: 'Processing error',
    behaviour: {
      does: 'decline',
      code: 'processing_error',
      message: 'An error occurred while processing your card. Try again in a little bit.',
    },
  },
  {
    number: '4000000000009987',
    token: 'pm_card_visa_chargeDeclinedLostCard',
    label: 'Lost card',
    behaviour: declined('lost_card'),
  },
]

const notATestCard: CardBehaviour = {
  does: 'decline',
  code: 'card_declined',
  declineCode: 'test_mode_live_card',
  message: 'Your card was declined. Your request was in test mode, but used a non test card.',
}

export function cardFromNumber({ number, expMonth, expYear }: Omit<CardFields, 'cvc'>): Card {
  const test = testCards.find((card) => card.number === number)
  return {
    brand: brandOf(number),
    funding: test?.funding ?? 'credit',
    country: 'US',
    last4: number.slice(-4),
    expMonth,
    expYear,
    behaviour: test?.behaviour ?? notATestCard,
  }
}

/** The card of a predefined payment method such as `pm_card_visa`. */
export function cardFromToken(token: string, now: Date): Card | null {
  const test = testCards.find((card) => card.token === token)
  if (!test) return null
  return cardFromNumber({
    number: test.number,
    expMonth: now.getUTCMonth() + 1,
    expYear: now.getUTCFullYear() + 1,
  })
}
