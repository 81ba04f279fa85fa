import { expect, test } from 'vitest'

import { orderNumberIn } from './order-number.rules.ts'

test.each(['1011', 'K-1011', 'k1011', 'K 1011', 'k-1011', '#1011', ' K–1011 ', '#K-1011'])(
  '%j is the order 1011',
  (written) => expect(orderNumberIn(written)).toBe(1011),
)

test.each(['', 'K', 'K-', 'x1011', '10.11', '-1011', '1234567890', 'K-1011a', '1011 1012'])(
  '%j is no number of an order',
  (written) => expect(orderNumberIn(written)).toBeNull(),
)
