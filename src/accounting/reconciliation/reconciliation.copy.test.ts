import { describe, expect, test } from 'vitest'

import { countSentences } from './reconciliation.copy.ts'

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
