import { describe, expect, test } from 'vitest'

import { orderStateOf, refundableCents, whyNotRefundable } from './after-sale.rules.ts'

describe('an order after the sale', () => {
  test.each([
    ['nothing happened', 0, [], 'paid'],
    ['some is refunded', 1, [], 'partly-refunded'],
    ['all but a cent is refunded', 999, [], 'partly-refunded'],
    ['all is refunded', 1_000, [], 'refunded'],
    ['a dispute needs our response', 0, ['needs-response'], 'disputed'],
    ['a dispute is with the bank', 500, ['under-review'], 'disputed'],
    ['a dispute is lost', 0, ['lost'], 'disputed'],
    ['a dispute is won', 0, ['won'], 'paid'],
    ['a dispute was withdrawn', 500, ['withdrawn'], 'partly-refunded'],
    ['the bank only asks', 0, ['inquiry'], 'paid'],
    ['the bank weighs our answer', 500, ['inquiry-under-review'], 'partly-refunded'],
    ['one is won and one is open', 0, ['won', 'under-review'], 'disputed'],
  ] as const)('where %s', (_name, refundedCents, disputes, state) => {
    expect(orderStateOf({ totalCents: 1_000, refundedCents, disputes })).toBe(state)
  })
})

test('a requested refund counts, a failed one does not', () => {
  expect(refundableCents(1_000, [])).toBe(1_000)
  expect(
    refundableCents(1_000, [
      { state: 'requested', amountCents: 300 },
      { state: 'made', amountCents: 200 },
      { state: 'failed', amountCents: 500 },
    ]),
  ).toBe(500)
  expect(refundableCents(1_000, [{ state: 'made', amountCents: 1_200 }])).toBe(0)
})

test.each([
  [{ hasPayment: false, disputes: [], leftCents: 5 }, 'no-payment'],
  [{ hasPayment: true, disputes: [], leftCents: 0 }, 'nothing-left'],
  [{ hasPayment: true, disputes: ['needs-response'], leftCents: 5 }, 'disputed'],
  [{ hasPayment: true, disputes: ['won', 'under-review'], leftCents: 5 }, 'disputed'],
  [{ hasPayment: true, disputes: ['lost'], leftCents: 5 }, 'dispute-lost'],
  [{ hasPayment: true, disputes: ['lost', 'under-review'], leftCents: 5 }, 'disputed'],
  [{ hasPayment: true, disputes: ['won', 'withdrawn'], leftCents: 5 }, null],
  [{ hasPayment: true, disputes: ['inquiry', 'inquiry-under-review'], leftCents: 5 }, null],
] as const)('a refund of %j is refused with %s', (order, reason) => {
  expect(whyNotRefundable(order)).toBe(reason)
})
