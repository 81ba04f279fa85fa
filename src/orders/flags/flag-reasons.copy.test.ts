import { expect, test } from 'vitest'

import { flagReasons, isReviewable, notServedReasons } from './flag-reasons.copy.ts'

test('staff resolve every flag but that of an open dispute', () => {
  expect(flagReasons.filter((reason) => !isReviewable(reason))).toEqual(['disputed'])
})

test('a paid order is refunded without shipping for these reasons', () => {
  expect(notServedReasons).toEqual(['stock-gone', 'amount-short', 'address-not-served'])
})
