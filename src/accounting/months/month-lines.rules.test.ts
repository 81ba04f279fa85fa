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
  recorded: 51_763,
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
  purpose: null,
  refundedBefore: [],
  payment,
  ...more,
})

test('partial refunds add up to one full refund, to the cent', () => {
  const sum = { wine: 0, shipping: 0, tax: 0, goodwill: 0, other: 0 }
  const refundedBefore: BookedMovement['refundedBefore'][number][] = []
  for (const amount of [1, 333, 17_254, 34_174, 1]) {
    const { parts } = lineOf(movement({ amount: -amount, refundedBefore }), '2026-10')
    expect(parts.wine + parts.shipping + parts.tax + parts.other).toBe(-amount)
    for (const part of ['wine', 'shipping', 'tax', 'other'] as const) sum[part] += parts[part]
    refundedBefore.push({ amount: -amount, purpose: null })
  }
  expect(sum).toEqual(lineOf(movement({}), '2026-10').parts)
  expect(sum).toEqual({ wine: -45_000, shipping: -3_500, tax: -3_263, goodwill: 0, other: 0 })
})

test('wine has the cent that rounding leaves', () => {
  // In proportion: 4.35 of wine, 0.34 of shipping and 0.32 of tax.
  const { parts } = lineOf(movement({ amount: -5 }), '2026-10')
  expect(parts).toEqual({ wine: -5, shipping: 0, tax: 0, goodwill: 0, other: 0 })
})

test('a failed refund reverses its parts', () => {
  const refundedBefore = [{ amount: -51_763, purpose: null }]
  const failed = lineOf(movement({ amount: 51_763, refundedBefore }), '2026-10')
  const whole = { wine: 45_000, shipping: 3_500, tax: 3_263, goodwill: 0, other: 0 }
  expect(failed.parts).toEqual(whole)
})

/** Two cases with their shipping: $1,015.25. */
const ofTwo = { ...payment, wine: 90_000, shipping: 5_000, tax: 6_525, recorded: 101_525 }
const oneCase = {
  wines: { 'malbec-2022': { units: 1, wineCents: 45_000, taxCents: 3_263 } },
  shippingCents: 0,
  goodwillCents: 0,
}
const goodwill = { wines: {}, shippingCents: 0, goodwillCents: 2_000 }

test('a refund counts as what it is for: one case of two has its own tax', () => {
  const back = movement({ amount: -48_263, purpose: oneCase, payment: ofTwo })
  expect(lineOf(back, '2026-10').parts).toEqual({
    ...{ wine: -45_000, shipping: 0, tax: -3_263, goodwill: 0, other: 0 },
  })
  const nice = movement({ amount: -2_000, purpose: goodwill, payment: ofTwo })
  expect(lineOf(nice, '2026-10').parts).toEqual({
    ...{ wine: 0, shipping: 0, tax: 0, goodwill: -2_000, other: 0 },
  })
  const failed = movement({ amount: 48_263, purpose: oneCase, payment: ofTwo })
  expect(lineOf(failed, '2026-10').parts).toEqual({
    ...{ wine: 45_000, shipping: 0, tax: 3_263, goodwill: 0, other: 0 },
  })
})

test('a refund of another amount than what it is for is a share of the payment', () => {
  const other = movement({ amount: -40_000, purpose: oneCase, payment: ofTwo })
  expect(lineOf(other, '2026-10').parts).toEqual({
    ...{ wine: -35_459, shipping: -1_970, tax: -2_571, goodwill: 0, other: 0 },
  })
})

test('the rest of an order that was refunded in part has the rest of its wine, shipping and tax', () => {
  const before = [
    { amount: -48_263, purpose: oneCase },
    { amount: -2_000, purpose: goodwill },
  ]
  const rest = movement({ amount: -51_262, refundedBefore: before, payment: ofTwo })
  expect(lineOf(rest, '2026-10').parts).toEqual({
    ...{ wine: -45_000, shipping: -5_000, tax: -3_262, goodwill: 2_000, other: 0 },
  })
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

test('a payment, a dispute and what is not of this shop have their parts', () => {
  const partsOf = (more: Partial<BookedMovement>) => lineOf(movement(more), '2026-10').parts
  const whole = { wine: 45_000, shipping: 3_500, tax: 3_263, goodwill: 0, other: 0 }
  const none = { wine: 0, shipping: 0, tax: 0, goodwill: 0, other: 0 }
  expect(partsOf({ kind: 'charge', amount: 51_763 })).toEqual(whole)
  expect(partsOf({ kind: 'charge', amount: 51_863 })).toEqual({ ...whole, other: 100 })
  expect(partsOf({ kind: 'charge', amount: 700, payment: null })).toEqual({ ...none, other: 700 })
  expect(partsOf({ kind: 'dispute', amount: -51_763 })).toEqual({ ...none, other: -51_763 })
})

test.each([51_863, 51_663])(
  'what was paid beside the parts of an order is other money, and %i refunded takes it back',
  (recorded) => {
    const paid = { ...payment, recorded }
    const parts = { wine: 45_000, shipping: 3_500, tax: 3_263, goodwill: 0 }
    const bought = lineOf(movement({ kind: 'charge', amount: recorded, payment: paid }), '2026-10')
    expect(bought.parts).toEqual({ ...parts, other: recorded - 51_763 })
    const back = lineOf(movement({ amount: -recorded, payment: paid }), '2026-10')
    expect(back.parts).toEqual({
      ...{ wine: -45_000, shipping: -3_500, tax: -3_263, goodwill: 0, other: 51_763 - recorded },
    })
  },
)

test('a refund of a payment of nothing is other money', () => {
  const free = { ...payment, wine: 0, shipping: 0, tax: 0, recorded: 0 }
  expect(lineOf(movement({ amount: -500, payment: free }), '2026-10').parts).toEqual({
    ...{ wine: 0, shipping: 0, tax: 0, goodwill: 0, other: -500 },
  })
})

test('what was refunded for something unknown is shared once, before what was known after it', () => {
  const shipping = { wines: {}, shippingCents: 5_000, goodwillCents: 0 }
  const refundedBefore = [
    { amount: -4_000, purpose: null },
    { amount: -5_000, purpose: shipping },
  ]
  const bought = { ...payment, wine: 30_000, shipping: 10_000, tax: 0, recorded: 40_000 }
  const rest = movement({ amount: -31_000, payment: bought, refundedBefore })
  expect(lineOf(rest, '2026-10').parts).toEqual({
    ...{ wine: -27_000, shipping: -4_000, tax: 0, goodwill: 0, other: 0 },
  })
  const oneCent = { ...payment, wine: 1, shipping: 0, tax: 0, recorded: 1 }
  const cent = movement({ amount: -1, payment: oneCent })
  expect(lineOf(cent, '2026-10').parts).toMatchObject({ wine: -1, other: 0 })
})
