import { expect, test } from 'vitest'

import { readClaim } from './claim-form.ts'

const typed = { claimNumber: ' C-1 ', amount: '$1,060.24', paidOn: '' }
const read = (change: Partial<typeof typed>) => readClaim({ ...typed, ...change }, '2026-11-20')

test('a claim has a number, an amount once it is known, and a day on which it was paid', () => {
  expect(read({})).toEqual({
    ok: true,
    claim: { claimNumber: 'C-1', amountCents: 106_024, paidOn: null },
  })
  expect(read({ amount: '' })).toMatchObject({ claim: { amountCents: null } })
  expect(read({ paidOn: '2026-11-20' })).toMatchObject({ claim: { paidOn: '2026-11-20' } })
})

test.each([
  ['claimNumber', { claimNumber: ' ' }],
  ['claimNumber', { claimNumber: 'x'.repeat(61) }],
  ['amount', { amount: 'much' }],
  ['amount', { amount: '-1.00' }],
  ['paidOn', { paidOn: '2026-11-21' }],
  ['paidOn', { paidOn: '2026-02-30' }],
  ['paidOn', { paidOn: '2026' }],
  ['paidOn', { paidOn: '0000-01-01' }],
  ['paidOn', { paidOn: '2026-11-19', amount: '' }],
])('%s is refused in %j', (field, change) => expect(read(change)).toEqual({ ok: false, field }))
