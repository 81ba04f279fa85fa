import { describe, expect, test } from 'vitest'

import type { OrderToReconcile } from './reconciliation.rules.ts'
import { comparePayment } from './reconciliation.rules.ts'

const theirs = {
  id: 'pi_1',
  checkoutId: 'a checkout',
  state: 'paid',
  amount: 51_763,
  refunded: 0,
  isDisputed: false,
} as const

const ours: OrderToReconcile = {
  number: 1001,
  totalCents: 51_763,
  refundedCents: 0,
  isDisputed: false,
}

const kinds = (...args: Parameters<typeof comparePayment>) =>
  comparePayment(...args).map(({ kind }) => kind)

describe('a payment and its order', () => {
  test('that agree have no difference', () => {
    expect(comparePayment(theirs, ours)).toEqual([])
    const refunded = { ...theirs, refunded: 500, isDisputed: true }
    expect(comparePayment(refunded, { ...ours, refundedCents: 500, isDisputed: true })).toEqual([])
  })

  test.each([
    ['the order is missing', theirs, null, ['paid-without-order']],
    [
      'the money is missing',
      { ...theirs, state: 'cancelled' as const },
      ours,
      ['order-without-money'],
    ],
    [
      'it was never captured',
      { ...theirs, state: 'authorised' as const },
      ours,
      ['order-without-money'],
    ],
    ['a cent is missing', { ...theirs, amount: 51_762 }, ours, ['amount-differs']],
    ['a refund is unknown here', { ...theirs, refunded: 100 }, ours, ['refunded-differs']],
    ['a refund never happened', theirs, { ...ours, refundedCents: 100 }, ['refunded-differs']],
    ['a dispute is unknown here', { ...theirs, isDisputed: true }, ours, ['dispute-unknown']],
    ['a dispute is over there', theirs, { ...ours, isDisputed: true }, []],
    [
      'all is different',
      { ...theirs, amount: 1, refunded: 1, isDisputed: true },
      ours,
      ['amount-differs', 'refunded-differs', 'dispute-unknown'],
    ],
    ['it is neither paid nor ordered', { ...theirs, state: 'open' as const }, null, []],
    ['its authorisation was canceled', { ...theirs, state: 'cancelled' as const }, null, []],
    ['this shop did not request it', { ...theirs, checkoutId: null }, null, []],
  ])('when %s', (_name, payment, order, expected) => {
    expect(kinds(payment, order)).toEqual(expected)
  })
})

test.each([-1, 1])('an amount that is %s cent away is a difference', (cents) => {
  const amount = theirs.amount + cents
  expect(kinds({ ...theirs, amount }, ours)).toEqual(['amount-differs'])
})
