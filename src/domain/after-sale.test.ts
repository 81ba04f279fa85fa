import { describe, expect, test } from 'vitest'

import { orderStateOf, refundableCents } from './after-sale.ts'

describe('an order after the sale', () => {
  test.each([
    ['nothing happened', 0, [], 'paid'],
    ['some is given back', 1, [], 'partly-refunded'],
    ['all but a cent is given back', 999, [], 'partly-refunded'],
    ['all is given back', 1_000, [], 'refunded'],
    ['a dispute waits for us', 0, ['needs-response'], 'disputed'],
    ['a dispute waits for the bank', 500, ['under-review'], 'disputed'],
    ['a dispute is lost', 0, ['lost'], 'disputed'],
    ['a dispute is won', 0, ['won'], 'paid'],
    ['a dispute was withdrawn', 500, ['withdrawn'], 'partly-refunded'],
    ['one is won and one is open', 0, ['won', 'under-review'], 'disputed'],
  ] as const)('where %s', (_name, refundedCents, disputes, state) => {
    expect(orderStateOf({ totalCents: 1_000, refundedCents, disputes })).toBe(state)
  })
})

test('what is asked for can’t be given twice, what failed can', () => {
  expect(refundableCents(1_000, [])).toBe(1_000)
  expect(
    refundableCents(1_000, [
      { state: 'asked', amountCents: 300 },
      { state: 'made', amountCents: 200 },
      { state: 'failed', amountCents: 500 },
    ]),
  ).toBe(500)
  expect(refundableCents(1_000, [{ state: 'made', amountCents: 1_200 }])).toBe(0)
})
