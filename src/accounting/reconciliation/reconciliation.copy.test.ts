import { describe, expect, test } from 'vitest'

import { countSentences, differenceSentence } from './reconciliation.copy.ts'

describe('the counts of a comparison', () => {
  test.each([
    [1, '1 payment, 1 order, 1 refund and 1 payment page compared.'],
    [2, '2 payments, 2 orders, 2 refunds and 2 payment pages compared.'],
  ])('say %i in the right number', (figure, sentence) => {
    const counts = {
      payments: figure,
      orders: figure,
      refunds: figure,
      pages: figure,
      foreign: 0,
      seeded: 0,
    }
    expect(countSentences(counts as never)).toEqual([sentence])
  })
})

const order = 1001
const payment = 'pi_7'
const refund = 're_8'

test.each([
  [
    { kind: 'paid-without-order', payment, amount: 51_763 },
    'Payment pi_7 of $517.63 was captured, and there is no order for it.',
  ],
  [
    { kind: 'order-without-money', order, payment, state: 'canceled' },
    'Order K-1001 is recorded as paid, and its payment pi_7 is canceled.',
  ],
  [
    { kind: 'order-without-payment', order, payment: null },
    'Order K-1001 has no payment of the provider recorded.',
  ],
  [
    { kind: 'order-without-payment', order, payment },
    'Order K-1001 has payment pi_7, which the provider does not know.',
  ],
  [
    { kind: 'amount-differs', order, ours: 51_763, theirs: 51_700 },
    'Order K-1001 comes to $517.63, and $517.00 was captured.',
  ],
  [
    { kind: 'refunded-differs', order, ours: 0, theirs: 5_500 },
    'Of order K-1001 $0.00 is recorded as refunded, and the provider refunded $55.00.',
  ],
  [
    { kind: 'dispute-unknown', order, payment },
    'Payment pi_7 is disputed, and order K-1001 has no record of it.',
  ],
  [
    { kind: 'left-authorised', payment, amount: 45_000 },
    '$450.00 of payment pi_7 is authorized, and neither captured nor canceled.',
  ],
  [
    { kind: 'refund-missing', order, refund, amount: 5_500 },
    '$55.00 of order K-1001 was refunded (re_8), and no refund is recorded.',
  ],
  [
    { kind: 'refund-differs', order, refund, ours: 5_500, theirs: 5_000 },
    'Refund re_8 of order K-1001 is recorded as $55.00, and was $50.00.',
  ],
  [
    { kind: 'refund-unknown-there', order, refund },
    'Refund re_8 of order K-1001 is recorded as made, and the provider does not know it.',
  ],
  [
    { kind: 'refund-waits', order, amount: 5_500 },
    '$55.00 of order K-1001 has waited for its refund for more than an hour.',
  ],
  [
    { kind: 'page-left-open', session: 'cs_9' },
    'Checkout session cs_9 can still be paid, and its stock hold is released.',
  ],
  [
    { kind: 'hold-left-open', checkout: 'c7' },
    'Checkout c7 still holds stock long after it expired.',
  ],
  [
    { kind: 'held-differs', wine: 'Malbec', ours: 1_003, counted: 2 },
    '1,003 of Malbec are recorded as held, and open checkouts hold 2.',
  ],
  [
    { kind: 'sold-differs', wine: 'Malbec', ours: 3, counted: 1_002 },
    '3 of Malbec are recorded as sold, and orders come to 1,002.',
  ],
] as const)('the difference %o is told with its figures', (difference, sentence) => {
  expect(differenceSentence(difference)).toBe(sentence)
})
