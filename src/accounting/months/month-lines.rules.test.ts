import { expect, test } from 'vitest'

import { monthsBetween, nextMonth, spanOfMonth } from '#platform/text/accounting-month.rules.ts'
import type { BookedMovement } from './month-lines.rules.ts'
import { lineOf } from './month-lines.rules.ts'

const payment = {
  channel: 'cart',
  orderNumber: 1001,
  state: 'CA',
  wine: 45_000,
  shipping: 3_500,
  tax: 3_263,
}
const movement = (more: Partial<BookedMovement>): BookedMovement => ({
  id: 'txn_1',
  kind: 'refund',
  category: 'refund',
  amount: -51_763,
  fee: 0,
  paymentId: 'pi_1',
  description: '',
  createdAt: new Date(0),
  dated: '2026-10',
  paidIn: '2026-10',
  refundedBefore: 0,
  payment,
  ...more,
})

test('partial refunds add up to one full refund, to the cent', () => {
  const sum = { wine: 0, shipping: 0, tax: 0, other: 0 }
  let before = 0
  for (const amount of [1, 333, 17_254, 34_174, 1]) {
    const { parts } = lineOf(movement({ amount: -amount, refundedBefore: before }), '2026-10')
    expect(parts.wine + parts.shipping + parts.tax + parts.other).toBe(-amount)
    for (const part of ['wine', 'shipping', 'tax', 'other'] as const) sum[part] += parts[part]
    before += amount
  }
  expect(before).toBe(51_763)
  expect(sum).toEqual(lineOf(movement({}), '2026-10').parts)
  expect(sum).toEqual({ wine: -45_000, shipping: -3_500, tax: -3_263, other: 0 })
})

test('a failed refund reverses its parts', () => {
  const failed = lineOf(movement({ amount: 51_763, refundedBefore: 51_763 }), '2026-10')
  expect(failed.parts).toEqual({ wine: 45_000, shipping: 3_500, tax: 3_263, other: 0 })
})

test('a line is marked if its date is in a closed month, or its payment in another month', () => {
  const marks = [
    lineOf(movement({ dated: '2026-09' }), '2026-10'),
    lineOf(movement({ paidIn: '2026-08' }), '2026-10'),
    lineOf(movement({}), '2026-10'),
  ].map(({ mark }) => mark)
  expect(marks).toEqual([
    { kind: 'late', month: '2026-09' },
    { kind: 'earlier-payment', month: '2026-08' },
    null,
  ])
})

test('a month begins and ends in the shop’s time zone', () => {
  const { from, to } = spanOfMonth('2026-11', 'America/Los_Angeles')
  expect([from.toISOString(), to.toISOString()]).toEqual([
    '2026-11-01T07:00:00.000Z',
    '2026-12-01T08:00:00.000Z',
  ])
  expect(nextMonth('2026-12')).toBe('2027-01')
  expect(monthsBetween('2026-11', '2027-01')).toEqual(['2026-11', '2026-12', '2027-01'])
})
