import { describe, expect, test } from 'vitest'

import { centsOfPurpose } from '#orders/refunds/refund-purpose.rules.ts'

import type { PaidOrder } from './change-money.rules.ts'
import {
  dearerMethods,
  fewerOptions,
  givenMethods,
  leftOfDifference,
  methodOptions,
  mostCancelled,
  mostDifferences,
  paidInAll,
} from './change-money.rules.ts'
import { heldReminderDays, mostHeldDays } from './hold.rules.ts'

const taxOf = {
  malbec: { 1: 3_263, 2: 6_525, 3: 9_788 },
  chardonnay: { 1: 4_024, 2: 8_048, 3: 12_071 },
} as const
const shippingOf = {
  overnight: { 1: 9_000, 2: 11_000, 3: 13_000 },
  ground: { 1: 3_500, 2: 5_000, 3: 8_500 },
  pickup: { 1: 0, 2: 0, 3: 0 },
} as const
const priceOf = { malbec: 45_000, chardonnay: 55_500 } as const
type Count = 1 | 2 | 3
type Wine = keyof typeof priceOf
type Method = keyof typeof shippingOf

/** A paid order of one wine, or of two. */
function bought(wines: Partial<Record<Wine, Count>>, method: Method): PaidOrder {
  const lines = (Object.entries(wines) as [Wine, Count][]).map(([productId, quantity]) => ({
    ...{ productId, quantity, unitPriceCents: priceOf[productId] },
    taxCents: taxOf[productId][quantity],
  }))
  const cases = lines.reduce<number>((sum, { quantity }) => sum + quantity, 0) as Count
  const shippingCents = shippingOf[method][cases]
  const totalCents = lines.reduce<number>(
    (sum, { quantity, unitPriceCents, taxCents }) => sum + quantity * unitPriceCents + taxCents,
    shippingCents,
  )
  const sold = { lines, shippingCents, totalCents, taxPercent: 7.25 }
  return { sold, refunds: [], method, given: [], units: wines, differences: [] }
}

const refundFor = (order: PaidOrder, kept: Record<string, number>) =>
  fewerOptions(order).find((one) => JSON.stringify(one.kept) === JSON.stringify(kept))

describe('keeping fewer cases', () => {
  test.each([
    ['malbec', 'ground', 3, 2, 51_763],
    ['malbec', 'ground', 3, 1, 101_525],
    // $450 of wine, $65.25 of tax less $32.63, $50 of shipping less $35: no share of $32.63.
    ['malbec', 'ground', 2, 1, 49_762],
    ['malbec', 'overnight', 3, 2, 50_263],
    ['malbec', 'overnight', 3, 1, 100_525],
    ['malbec', 'overnight', 2, 1, 50_262],
    ['malbec', 'pickup', 3, 2, 48_263],
    ['malbec', 'pickup', 3, 1, 96_525],
    ['malbec', 'pickup', 2, 1, 48_262],
    ['chardonnay', 'ground', 3, 2, 63_023],
    ['chardonnay', 'ground', 3, 1, 124_047],
    ['chardonnay', 'ground', 2, 1, 61_024],
    ['chardonnay', 'overnight', 3, 2, 61_523],
    ['chardonnay', 'overnight', 3, 1, 123_047],
    ['chardonnay', 'overnight', 2, 1, 61_524],
    ['chardonnay', 'pickup', 3, 2, 59_523],
    ['chardonnay', 'pickup', 3, 1, 119_047],
    ['chardonnay', 'pickup', 2, 1, 59_524],
  ] as const)('%s by %s, %i to %i, refunds %i cents', (wine, method, from, to, cents) => {
    const order = bought({ [wine]: from }, method)
    const { purpose, refundCents } = refundFor(order, { [wine]: to })!
    expect(refundCents).toBe(cents)
    // What is kept is what a purchase of it alone costs.
    const { totalCents } = bought({ [wine]: to }, method).sold
    expect(totalCents + cents).toBe(order.sold.totalCents)
    expect(purpose.goodwillCents).toBe(0)
  })

  test('twice refunds what once does', () => {
    const order = bought({ chardonnay: 3 }, 'ground')
    const first = refundFor(order, { chardonnay: 2 })!
    const second = refundFor(
      {
        ...order,
        refunds: [{ state: 'requested', amountCents: first.refundCents, purpose: first.purpose }],
        units: { chardonnay: 2 },
      },
      { chardonnay: 1 },
    )!
    expect(first.refundCents + second.refundCents).toBe(124_047)
  })

  test('leaves the other wine of an order as it was booked', () => {
    const order = bought({ malbec: 2, chardonnay: 1 }, 'ground')
    const option = refundFor(order, { malbec: 0, chardonnay: 1 })!
    // $900 of wine, $65.25 of tax, $85 of shipping less $35.
    expect(option).toMatchObject({ cases: 1, refundCents: 101_525 })
    expect(option.purpose.wines).not.toHaveProperty('chardonnay')
    expect(option.value).toBe('malbec:0,chardonnay:1=101525')
  })

  test('is any smaller number, the most first, but at least one', () => {
    const kept = (wines: Partial<Record<Wine, Count>>) =>
      fewerOptions(bought(wines, 'ground')).map((one) => one.kept)
    expect(kept({ malbec: 1 })).toEqual([])
    expect(kept({ malbec: 3 })).toEqual([{ malbec: 2 }, { malbec: 1 }])
    expect(kept({ malbec: 2, chardonnay: 1 })).toEqual([
      { malbec: 1, chardonnay: 1 },
      { malbec: 2, chardonnay: 0 },
      { malbec: 0, chardonnay: 1 },
      { malbec: 1, chardonnay: 0 },
    ])
    // Of as many cases, first what refunds less.
    expect(kept({ chardonnay: 1, malbec: 2 })).toEqual([
      { chardonnay: 1, malbec: 1 },
      { chardonnay: 0, malbec: 2 },
      { chardonnay: 1, malbec: 0 },
      { chardonnay: 0, malbec: 1 },
    ])
  })

  const malbec = bought({ malbec: 3 }, 'ground')

  test('refunds its whole price after goodwill, while that is left', () => {
    const goodwill = (amountCents: number) =>
      ({
        state: 'made',
        amountCents,
        purpose: { wines: {}, shippingCents: 0, goodwillCents: amountCents },
      }) as const
    const options = (amountCents: number) =>
      fewerOptions({ ...malbec, refunds: [goodwill(amountCents)] }).map((one) => one.refundCents)
    expect(options(2_000)).toEqual([51_763, 101_525])
    // $1,532.88 was paid, and $1,000 of it is left.
    expect(options(53_288)).toEqual([51_763])
    expect(options(101_525)).toEqual([])
    expect(options(130_000)).toEqual([])
  })

  test('does not refund shipping that was free or refunded before', () => {
    const free = { ...malbec, sold: { ...malbec.sold, shippingCents: 0 } }
    expect(refundFor(free, { malbec: 2 })!.refundCents).toBe(48_263)
    const purpose = { wines: {}, shippingCents: 8_500, goodwillCents: 0 }
    const refunded = { state: 'made', amountCents: 8_500, purpose } as const
    expect(refundFor({ ...malbec, refunds: [refunded] }, { malbec: 2 })!.refundCents).toBe(48_263)
  })

  test('is for staff where earlier refunds do not tell what is left', () => {
    const unknown = { state: 'made', amountCents: 1_000, purpose: null } as const
    expect(fewerOptions({ ...malbec, refunds: [unknown] })).toEqual([])
    expect(fewerOptions({ ...malbec, refunds: [{ ...unknown, state: 'failed' }] })).toHaveLength(2)
    expect(fewerOptions({ ...malbec, units: { malbec: 2 } })).toEqual([])
    const both = bought({ malbec: 2, chardonnay: 1 }, 'ground')
    expect(fewerOptions({ ...both, units: { malbec: 1, chardonnay: 1 } })).toEqual([])
  })

  test('goes on with the wine that is left where another was refunded whole', () => {
    const order = bought({ malbec: 2, chardonnay: 1 }, 'ground')
    const { purpose, refundCents } = refundFor(order, { malbec: 2, chardonnay: 0 })!
    const refunds = [{ state: 'made', amountCents: refundCents, purpose }] as const
    const left = fewerOptions({ ...order, refunds, units: { malbec: 2 } })
    expect(left.map(({ kept }) => kept)).toEqual([{ malbec: 1, chardonnay: 0 }])
  })
})

describe('another method', () => {
  test.each([
    ['ground', 1, 'overnight', 5_500],
    ['ground', 2, 'overnight', 6_000],
    ['ground', 3, 'overnight', 4_500],
    ['pickup', 1, 'overnight', 9_000],
    ['pickup', 2, 'overnight', 11_000],
    ['pickup', 3, 'overnight', 13_000],
    ['pickup', 1, 'ground', 3_500],
    ['pickup', 2, 'ground', 5_000],
    ['pickup', 3, 'ground', 8_500],
    ['overnight', 1, 'ground', -5_500],
    ['overnight', 2, 'ground', -6_000],
    ['overnight', 3, 'ground', -4_500],
    ['overnight', 1, 'pickup', -9_000],
    ['overnight', 2, 'pickup', -11_000],
    ['overnight', 3, 'pickup', -13_000],
    ['ground', 1, 'pickup', -3_500],
    ['ground', 2, 'pickup', -5_000],
    ['ground', 3, 'pickup', -8_500],
  ] as const)('%s with %i cases to %s: %s cents more', (method, count, wanted, cents) => {
    const order = bought({ malbec: count }, method)
    const option = methodOptions(order).find((one) => one.method === wanted)!
    expect(option).toMatchObject({ cents, value: `${wanted}=${cents}` })
    // What is kept is what a purchase by that method costs.
    expect(order.sold.totalCents + cents).toBe(bought({ malbec: count }, wanted).sold.totalCents)
    expect(centsOfPurpose(option.purpose)).toBe(Math.max(0, -cents))
  })

  const paid = (paidCents: number, refundCents = 0, refundedCents = refundCents) => ({
    ...{ paidCents, refundCents, refundedCents },
  })

  /** Two cases, bought by ground and sent overnight since. */
  const overnight: PaidOrder = {
    ...bought({ malbec: 2 }, 'ground'),
    ...{ method: 'overnight', differences: [paid(6_000)] },
  }

  test('refunds what was paid more first, and the rest of the order', () => {
    const options = methodOptions(overnight)
    expect(options.map(({ method }) => method)).toEqual(['ground', 'pickup'])
    expect(options[0]).toMatchObject({ cents: -6_000, fromDifferences: 6_000 })
    expect(centsOfPurpose(options[0]!.purpose)).toBe(0)
    expect(options[1]).toMatchObject({ cents: -11_000, fromDifferences: 6_000 })
    expect(options[1]!.purpose.shippingCents).toBe(5_000)
  })

  test('after which fewer cases refund what shipping them costs less, of that first', () => {
    // $450 of wine, $32.62 of its tax, and $110 of shipping less $90.
    expect(refundFor(overnight, { malbec: 1 })).toMatchObject({
      ...{ refundCents: 50_262, fromDifferences: 2_000 },
      purpose: { shippingCents: 0 },
    })
  })

  test('that is refunded already, or about to be, is not refunded again', () => {
    const once = { ...overnight, differences: [paid(6_000, 6_000, 0)] }
    expect(methodOptions(once).map(({ cents }) => cents)).toEqual([-5_000, -5_000])
    const byHand = { ...overnight, differences: [paid(6_000, 0, 6_000)] }
    expect(methodOptions(byHand).map(({ fromDifferences }) => fromDifferences)).toEqual([0, 0])
  })

  test('counts, as long as it is not refunded, as paid for the order', () => {
    expect(paidInAll(overnight)).toBe(107_525)
    expect(paidInAll({ ...overnight, differences: [paid(6_000, 2_000)] })).toBe(105_525)
    expect(leftOfDifference({ paidCents: null, refundCents: 0, refundedCents: 0 })).toBe(0)
  })

  test('is not offered where it would refund all that is left', () => {
    const goodwillCents = 48_263
    const purpose = { wines: {}, shippingCents: 0, goodwillCents }
    const refunds = [{ state: 'made', amountCents: goodwillCents, purpose }] as const
    const order = { ...bought({ malbec: 1 }, 'ground'), refunds }
    expect(methodOptions(order).map(({ method }) => method)).toEqual(['overnight'])
  })

  test('costs the difference of the table, also where shipping was refunded or free', () => {
    const free = bought({ malbec: 2 }, 'ground')
    const without = { ...free, sold: { ...free.sold, shippingCents: 0 } }
    expect(methodOptions(without).map(({ value }) => value)).toEqual(['overnight=6000', 'pickup=0'])
  })

  test('is for staff where earlier refunds do not tell what is left', () => {
    const unknown = { state: 'made', amountCents: 1_000, purpose: null } as const
    expect(methodOptions({ ...overnight, refunds: [unknown] })).toEqual([])
  })
})

describe('a method that was free of charge', () => {
  const given = (order: PaidOrder, method: Method, ...free: Method[]): PaidOrder => ({
    ...{ ...order, method, given: free },
  })
  const costs = (order: PaidOrder) =>
    Object.fromEntries(methodOptions(order).map(({ method, cents }) => [method, cents]))

  test('is not refunded with a cheaper one, and what was paid is', () => {
    const order = given(bought({ malbec: 2 }, 'ground'), 'overnight', 'overnight')
    expect(costs(order)).toEqual({ ground: 0, pickup: -5_000 })
    const all = given(bought({ malbec: 1 }, 'pickup'), 'overnight', 'overnight', 'ground')
    expect(costs(all)).toEqual({ ground: 0, pickup: 0 })
  })

  test('leaves what was paid above it to be refunded', () => {
    const paid = { paidCents: 6_000, refundCents: 0, refundedCents: 0 }
    const order = given(bought({ malbec: 2 }, 'pickup'), 'overnight', 'ground')
    expect(costs({ ...order, differences: [paid] })).toEqual({ ground: -6_000, pickup: -6_000 })
  })

  test('leaves with fewer cases the refund of what was paid', () => {
    // $450 of wine, $32.63 of tax, and ground shipping of three less that of two: $35.
    const order = given(bought({ malbec: 3 }, 'ground'), 'overnight', 'overnight')
    expect(refundFor(order, { malbec: 2 })).toMatchObject({
      ...{ refundCents: 51_763, purpose: { shippingCents: 3_500 } },
    })
  })

  test('is known from the changes, until the order goes a cheaper way', () => {
    const from = (before: Method, after: Method, reason?: string) => ({
      before: { method: before, cents: 0 },
      after: { method: after, cents: 0, ...(reason && { reason }) },
    })
    const upgrade = from('ground', 'overnight', 'The box was late.')
    expect(givenMethods([])).toEqual([])
    expect(givenMethods([upgrade])).toEqual(['overnight'])
    expect(givenMethods([from('pickup', 'overnight', 'A birthday.')])).toEqual([
      'overnight',
      'ground',
    ])
    expect(givenMethods([upgrade, from('overnight', 'ground')])).toEqual([])
    const all = [from('pickup', 'overnight', 'A birthday.'), from('overnight', 'ground')]
    expect(givenMethods(all)).toEqual(['ground'])
    const again = [upgrade, from('overnight', 'ground'), from('ground', 'overnight')]
    expect(givenMethods(again)).toEqual([])
    const other = { before: { isHeld: false }, after: { isHeld: true } }
    expect(givenMethods([upgrade, other])).toEqual(['overnight'])
  })

  test('is one that costs more than the present one', () => {
    expect(dearerMethods(bought({ malbec: 2 }, 'ground'))).toEqual(['overnight'])
    expect(dearerMethods(bought({ malbec: 2 }, 'pickup'))).toEqual(['overnight', 'ground'])
    expect(dearerMethods(bought({ malbec: 2 }, 'overnight'))).toEqual([])
  })
})

test('two orders are canceled without staff, three payment pages opened a day, boxes held for half a year', () => {
  expect([mostCancelled, mostDifferences]).toEqual([2, 3])
  expect([heldReminderDays, mostHeldDays]).toEqual([150, 180])
})
