import { expect, test } from 'vitest'

import { readClaim } from './claim-form.rules.ts'

const typed = {
  claimNumber: ' C-1 ',
  amount: '$1,060.24',
  paidOn: '',
  refusedOn: '',
  refusal: '',
}
const read = (change: Partial<typeof typed>) =>
  readClaim({ ...typed, ...change }, { orderedOn: '2026-11-01', today: '2026-11-20' })

test('a claim has a number, an amount once it is known, and a day on which it was paid', () => {
  expect(read({})).toEqual({
    ok: true,
    claim: {
      claimNumber: 'C-1',
      amountCents: 106_024,
      paidOn: null,
      refusedOn: null,
      refusal: '',
    },
  })
  expect(read({ amount: '' })).toMatchObject({ claim: { amountCents: null } })
  expect(read({ paidOn: '2026-11-20' })).toMatchObject({ claim: { paidOn: '2026-11-20' } })
})

test('a claim that the carrier refused has the day and, if it is known, the reason', () => {
  const refused = { refusedOn: '2026-11-20', refusal: ' Packed too thinly ' }
  expect(read(refused)).toMatchObject({
    claim: { refusedOn: '2026-11-20', refusal: 'Packed too thinly', paidOn: null },
  })
  expect(read({ amount: '', refusedOn: '2026-11-01' })).toMatchObject({ ok: true })
})

test.each([
  ['claimNumber', { claimNumber: ' ' }],
  ['claimNumber', { claimNumber: 'x'.repeat(61) }],
  ['amount', { amount: 'much' }],
  ['amount', { amount: '-1.00' }],
  ['paidOn', { paidOn: '2026-11-21' }],
  ['paidOn', { paidOn: '2026-10-31' }],
  ['paidOn', { paidOn: '2026-02-30' }],
  ['paidOn', { paidOn: '2026' }],
  ['paidOn', { paidOn: '0000-01-01' }],
  ['paidOn', { paidOn: '2026-11-19', amount: '' }],
  ['refusedOn', { refusedOn: '2026-11-21' }],
  ['refusedOn', { refusedOn: '2020-11-19' }],
  ['refusedOn', { refusedOn: 'never' }],
  ['refusedOn', { refusedOn: '2026-11-19', paidOn: '2026-11-19' }],
  ['refusal', { refusal: 'Packed too thinly' }],
  ['refusal', { refusedOn: '2026-11-19', refusal: 'x'.repeat(201) }],
])('%s is refused in %j', (field, change) => expect(read(change)).toEqual({ ok: false, field }))

test.each([
  { claimNumber: 'x'.repeat(60) },
  { amount: ' $5 ', paidOn: ' 2026-11-19 ' },
  { refusedOn: ' 2026-11-19 ', refusal: 'x'.repeat(200) },
])('%j is as much as fits, and blanks around it do no harm', (change) => {
  expect(read(change)).toMatchObject({ ok: true })
})
