import { describe, expect, test } from 'vitest'

import { checkRefund, readRefund, stockField } from './refund-form.rules.ts'

const typed = { amount: '12.50', reason: 'One bottle was corked.', stock: {} }

describe('a refund as staff type it', () => {
  test.each([
    ['12.50', 1_250],
    ['12.5', 1_250],
    [' $1,234.56 ', 123_456],
    ['450', 45_000],
  ])('%j is %s cents', (amount, amountCents) => {
    expect(checkRefund({ ...typed, amount })).toMatchObject({ ok: true, amountCents })
  })

  test.each(['', '  ', '0', '0.00', '-5', '12.505', '1e3', 'all', '12,50'])(
    '%j is no amount',
    (amount) => {
      expect(checkRefund({ ...typed, amount })).toEqual({
        ok: false,
        errors: { amount: expect.any(String) },
      })
    },
  )

  test.each(['', '   ', 'x'.repeat(201)])(
    'a reason is needed, and not too long a one',
    (reason) => {
      expect(checkRefund({ ...typed, reason })).toMatchObject({
        ok: false,
        errors: { reason: expect.any(String) },
      })
    },
  )

  test('a reason of 200 characters fits', () => {
    expect(checkRefund({ ...typed, reason: ` ${'x'.repeat(200)} ` }).ok).toBe(true)
  })

  test('units return to stock by wine', () => {
    const form = new FormData()
    form.set('amount', '12')
    form.set('reason', 'Sent back unopened.')
    form.set(stockField('malbec-2022'), '2')
    form.set(stockField('malbec-2021'), '')
    expect(checkRefund(readRefund(form))).toEqual({
      ok: true,
      amountCents: 1_200,
      reason: 'Sent back unopened.',
      stockBack: { 'malbec-2022': 2, 'malbec-2021': 0 },
    })
  })

  test.each(['-1', '1e3', '0.5', 'two', '99999999999'])('%j is no count of units', (count) => {
    expect(checkRefund({ ...typed, stock: { 'malbec-2022': count } })).toEqual({
      ok: false,
      errors: { stock: { 'malbec-2022': expect.any(String) } },
    })
  })
})
