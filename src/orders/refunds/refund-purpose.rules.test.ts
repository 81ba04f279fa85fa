import { expect, test } from 'vitest'

import type { RefundPurpose } from './refund-purpose.rules.ts'
import {
  centsOfPurpose,
  isMoreThanLeft,
  leftToRefund,
  purposeOf,
  purposeOfRest,
} from './refund-purpose.rules.ts'

/** So many cases by ground: the tax is that of the line, 7.25 % rounded. */
const sold = (quantity: 1 | 2 | 3) => {
  const [shippingCents, taxCents] = { 1: [3_500, 3_263], 2: [5_000, 6_525], 3: [8_500, 9_788] }[
    quantity
  ] as [number, number]
  const lines = [{ productId: 'malbec', quantity, unitPriceCents: 45_000, taxCents }]
  const totalCents = quantity * 45_000 + taxCents + shippingCents
  return { lines, shippingCents, totalCents, taxPercent: 7.25 }
}

const made = (purpose: RefundPurpose | null, amountCents = purpose ? centsOfPurpose(purpose) : 0) =>
  ({ state: 'made', amountCents, purpose }) as const

const cases = (count: number, more: { shipping?: boolean; goodwillCents?: number } = {}) => ({
  ...{ wines: { malbec: count }, shipping: false, goodwillCents: 0 },
  ...more,
})

test.each([
  [1, 1, 48_263, []],
  // $65.25 of tax less the $32.63 of the case that is kept.
  [2, 1, 48_262, []],
  [2, 1, 48_263, [1]],
  [3, 1, 48_263, []],
  [3, 2, 96_525, []],
  [3, 2, 96_525, [1]],
  [3, 1, 48_263, [1, 1]],
] as const)('of %i cases %i with its tax is %i cents', (bought, units, cents, before) => {
  const order = sold(bought)
  const refunds: ReturnType<typeof made>[] = []
  for (const count of before) {
    refunds.push(made(purposeOf(order, leftToRefund(order, refunds), cases(count))))
  }
  const left = leftToRefund(order, refunds)
  expect(centsOfPurpose(purposeOf(order, left, cases(units)))).toBe(cents)
})

test('all that is left has the rest of each, whatever goodwill there was', () => {
  const order = sold(2)
  const goodwill = made(
    purposeOf(order, leftToRefund(order, []), cases(0, { goodwillCents: 2_000 })),
  )
  const first = made(purposeOf(order, leftToRefund(order, [goodwill]), cases(1)))
  const refunds = [goodwill, first]
  expect(purposeOfRest(order, leftToRefund(order, refunds), refunds)).toEqual({
    wines: { malbec: { units: 1, wineCents: 45_000, taxCents: 3_263 } },
    shippingCents: 5_000,
    goodwillCents: -2_000,
  })
})

/** Three cases of a wine for $555. */
const three = (taxCents: number) => ({
  lines: [{ productId: 'malbec', quantity: 3, unitPriceCents: 55_500, taxCents }],
  ...{ shippingCents: 0, totalCents: 166_500 + taxCents, taxPercent: 7.25 },
})

test.each([
  // $120.71 of tax less the $80.48 of two: a share of the tax would be $40.24.
  ['at the rate of today', 12_071, 1, 59_523],
  ['at the rate of today', 12_071, 2, 119_047],
  // At 8 %: $133.20 of tax, in shares of $44.40.
  ['at another rate', 13_320, 1, 59_940],
  ['at another rate', 13_320, 2, 119_880],
  // In shares of $44.41, of which the case that is kept has one.
  ['at another rate', 13_322, 2, 119_881],
] as const)(
  'of three cases booked %s, with tax of %i, %i is %i cents',
  (_rate, tax, units, cents) => {
    const order = three(tax)
    expect(centsOfPurpose(purposeOf(order, leftToRefund(order, []), cases(units)))).toBe(cents)
  },
)

test('what is left is not known to be for anything after a refund of an unknown purpose', () => {
  const order = sold(1)
  const refunds = [made(null, 1_000)]
  const left = leftToRefund(order, refunds)
  expect(left.cents).toBe(50_763)
  expect(purposeOfRest(order, left, refunds)).toBeNull()
})

test('a refund that failed was for nothing', () => {
  const order = sold(1)
  const failed = {
    ...made(purposeOf(order, leftToRefund(order, []), cases(1))),
    state: 'failed',
  } as const
  expect(leftToRefund(order, [failed])).toEqual({
    lines: [{ productId: 'malbec', units: 1, taxCents: 3_263 }],
    shippingCents: 3_500,
    cents: 51_763,
  })
})

test('what is refunded of one wine is nothing of another, of shipping that is gone, or of no tax', () => {
  const line = { quantity: 1, unitPriceCents: 45_000 }
  const order = {
    lines: [
      { ...line, productId: 'malbec', taxCents: 3_263 },
      { ...line, productId: 'pinot', taxCents: 0 },
    ],
    ...{ shippingCents: 3_500, totalCents: 96_763, taxPercent: 7.25 },
  }
  const shipping = made({ wines: {}, shippingCents: 3_500, goodwillCents: 0 })
  const left = leftToRefund(order, [shipping])
  const asked = { wines: { pinot: 1 }, shipping: true, goodwillCents: 0 }
  const one = { units: 1, wineCents: 45_000, taxCents: 0 }
  const purpose = purposeOf(order, left, asked)
  expect(purpose).toEqual({ wines: { pinot: one }, shippingCents: 0, goodwillCents: 0 })
  expect(isMoreThanLeft(left, purpose)).toBe(false)
  expect(isMoreThanLeft(left, { ...purpose, shippingCents: 1 })).toBe(true)
  const both = { ...purpose, wines: { malbec: one, pinot: { ...one, units: 2 } } }
  expect(isMoreThanLeft(left, both)).toBe(true)
  expect(purposeOfRest(order, left, [shipping, made(null, 1)])).toBeNull()
})

test('neither more wine nor more shipping is refunded than is left', () => {
  const order = sold(1)
  const none = leftToRefund(order, [])
  const all = purposeOf(order, none, cases(1, { shipping: true }))
  expect(isMoreThanLeft(none, all)).toBe(false)
  const left = leftToRefund(order, [made(all)])
  const wine = { units: 1, wineCents: 45_000, taxCents: 3_263 }
  expect(isMoreThanLeft(left, { ...all, shippingCents: 0 })).toBe(true)
  expect(isMoreThanLeft(left, { wines: {}, shippingCents: 3_500, goodwillCents: 0 })).toBe(true)
  expect(isMoreThanLeft(none, { ...all, wines: { other: wine } })).toBe(true)
})
