import { expect, test } from 'vitest'

import { approvalHours, isOverLimit } from './approval.rules.ts'

test.each([
  [null, 1_000_000, 0, false],
  [50_000, 50_000, 0, false],
  [50_000, 50_001, 0, true],
  [50_000, 30_000, 20_000, false],
  // Several small ones are one large one.
  [50_000, 30_000, 20_001, true],
  [0, 1, 0, true],
])('of a limit of %s cents, %i after %i need a second person: %s', (limit, amount, earlier, is) => {
  const cents = { amountCents: amount, earlierCents: earlier }
  expect(isOverLimit({ refundOverCents: limit }, cents)).toBe(is)
})

test('a request can be approved for a day', () => {
  expect(approvalHours).toBe(24)
})
