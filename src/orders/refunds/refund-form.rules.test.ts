import { describe, expect, test } from 'vitest'

import { leavesWine, refundForm, stockField, wineField } from './refund-form.rules.ts'
import { refundedBoxes } from './refunded-box.rules.ts'

const typed = { number: '1001', amount: '12.50', reason: 'One bottle was corked.' }

/** The sentence of each field at fault. */
const errorsOf = (form: object) => {
  const { error } = refundForm.safeParse(form)
  return Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [path[0], message]))
}

describe('a refund as staff type it', () => {
  test.each([
    ['12.50', 1_250],
    ['12.5', 1_250],
    [' $1,234.56 ', 123_456],
    ['450', 45_000],
  ])('%j is %s cents', (amount, amountCents) => {
    expect(refundForm.parse({ ...typed, amount })).toMatchObject({ amountCents })
  })

  test.each(['', '  ', '0', '0.00', '-5', '12.505', '1e3', 'all', '12,50'])(
    '%j is no amount',
    (amount) => {
      expect(errorsOf({ ...typed, amount })).toEqual({ amount: expect.any(String) })
    },
  )

  test.each(['', '   ', 'x'.repeat(201)])(
    'a reason is needed, and not too long a one',
    (reason) => {
      expect(errorsOf({ ...typed, reason })).toEqual({ reason: expect.any(String) })
    },
  )

  test('a reason of 200 characters fits', () => {
    expect(errorsOf({ ...typed, reason: ` ${'x'.repeat(200)} ` })).toEqual({})
  })

  test.each([
    [{ 'wine.malbec-2022': '1' }, { amountCents: 0, wines: { 'malbec-2022': 1 } }],
    [{ shipping: 'on' }, { amountCents: 0, shipping: true }],
    [
      { 'wine.malbec-2022': '1', amount: '5' },
      { amountCents: 500, wines: { 'malbec-2022': 1 } },
    ],
    [
      { only: 'wine.malbec-2022', amount: 'x' },
      { amountCents: 0, wines: { 'malbec-2022': 1 } },
    ],
    [
      { only: 'shipping', 'wine.malbec-2022': '1' },
      { amountCents: 0, shipping: true },
    ],
    [{ only: 'everything' }, { amountCents: 0, everything: true }],
  ])('%j says what it is for', (fields, meant) => {
    expect(refundForm.parse({ number: '1001', reason: 'Corked.', ...fields })).toMatchObject(meant)
  })

  test.each([
    [{ only: 'something' }, 'amount'],
    [{ 'wine.malbec-2022': '0' }, 'amount'],
    [{ 'wine.malbec-2022': '1', amount: 'x' }, 'amount'],
    [{ 'wine.malbec-2022': 'two' }, 'wine.malbec-2022'],
  ])('%j does not', (fields, field) => {
    const errors = errorsOf({ number: '1001', reason: 'Corked.', ...fields })
    expect(errors).toMatchObject({ [field]: expect.any(String) })
  })

  test('what happens to the box and to allocations is taken where it is one of the choices', () => {
    const read = (fields: object) => refundForm.parse({ ...typed, ...fields })
    expect(read({ box: refundedBoxes[0], toAllocation: 'on' })).toMatchObject({
      box: refundedBoxes[0],
      toAllocation: true,
    })
    expect(read({ box: 'burn', toAllocation: 'off' })).toEqual({
      ...{ number: 1_001, amountCents: 1_250, wines: {}, stockBack: {} },
      reason: 'One bottle was corked.',
    })
    expect(read({ [wineField('malbec-2022')]: '2' })).toMatchObject({ wines: { 'malbec-2022': 2 } })
  })

  test('units return to stock by wine', () => {
    const form = {
      number: '1001',
      amount: '12',
      reason: 'Sent back unopened.',
      [stockField('malbec-2022')]: '2',
      [stockField('malbec-2021')]: '',
    }
    expect(refundForm.parse(form)).toEqual({
      number: 1_001,
      amountCents: 1_200,
      wines: {},
      reason: 'Sent back unopened.',
      stockBack: { 'malbec-2022': 2, 'malbec-2021': 0 },
    })
  })

  test.each(['-1', '1e3', '0.5', 'two', '99999999999'])('%j is no count of units', (count) => {
    const field = stockField('malbec-2022')
    expect(errorsOf({ ...typed, [field]: count })).toEqual({ [field]: expect.any(String) })
  })
})

describe('wine that is refunded and does not return to stock', () => {
  const part = { wineCents: 45_000, taxCents: 3_263 }
  const wines = (units: number) => ({ goodwillCents: 0, wines: { malbec: { units, ...part } } })

  test.each([
    ['one of two, none back', wines(1), 50_000, {}, true],
    ['both, with the shipping left', wines(2), 5_000, { malbec: 1 }, true],
    ['as much as comes back', wines(2), 5_000, { malbec: 2 }, false],
    ['everything, which is not sent', wines(2), 0, {}, false],
    ['goodwill alone', { goodwillCents: 500, wines: {} }, 50_000, {}, false],
    ['nothing that is known', null, 50_000, {}, false],
  ] as const)('stays in the order: %s', (_what, purpose, leftAfterCents, stockBack, stays) => {
    expect(leavesWine({ purpose, leftAfterCents }, stockBack)).toBe(stays)
  })
})
