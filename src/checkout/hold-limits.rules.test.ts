import { expect, test } from 'vitest'

import {
  checkoutStarts,
  isShortHold,
  newBuyerHolds,
  shortHolds,
  unconfirmedHolds,
} from './hold-limits.rules.ts'

test('buyers without a confirmed email hold six bottles per network, a tenth in all, and wait ten minutes', () => {
  expect(unconfirmedHolds).toEqual({ perNetwork: 6, stockPart: 10, waitMinutes: 10 })
})

test('new buyers hold twelve per network, renew twice, and past that hold for ten minutes', () => {
  expect(newBuyerHolds).toEqual({ perNetwork: 12, renewals: 2 })
  expect(shortHolds).toEqual({ minutes: 10, leftPart: 2 })
})

test('an account starts twenty checkouts an hour', () => {
  expect(checkoutStarts).toEqual({ minutes: 60, max: 20 })
})

test('a hold of ten minutes is a short one, a longer one is not', () => {
  const startedAt = new Date('2026-11-20T20:00:00.000Z')
  const hold = (until: string) => isShortHold({ startedAt, expiresAt: new Date(until) })
  expect(hold('2026-11-20T20:10:00.000Z')).toBe(true)
  expect(hold('2026-11-20T20:10:00.001Z')).toBe(false)
  expect(hold('2026-11-20T20:30:00.000Z')).toBe(false)
})
