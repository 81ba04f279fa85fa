import { expect, test } from 'vitest'

import { fieldValue, wordIn } from './field-value.rules.ts'

const words = { kind: wordIn({ gift: 'A gift' }), toString: () => 'by name' }

test.each([
  ['name', null, 'nothing'],
  ['name', undefined, 'nothing'],
  ['name', '', 'nothing'],
  ['byEmail', true, 'Yes'],
  ['byEmail', false, 'No'],
  ['kind', 'gift', 'A gift'],
  ['kind', 'other', 'other'],
  ['kind', 'toString', 'toString'],
  ['totalCents', 45_000, '$450.00'],
  ['phone', '2125550147', '(212) 555-0147'],
  ['birthdate', '1971-07-04', '7/4/1971'],
  ['state', 'CA', 'California'],
  ['xstate', 'TX', 'Texas'],
  ['city', 'CA', 'CA'],
  ['units', 0, '0'],
  ['lines', ['a', 'b'], 'a, b'],
  ['lines', [], 'nothing'],
  ['units', { 'malbec-2022': 1, 'malbec-2023': 0 }, 'malbec-2022: 1; malbec-2023: 0'],
  ['stockBack', {}, 'nothing'],
  ['lines', [{ of: null }], 'of: nothing'],
])('of the field %s is %j said as %s', (field, value, said) => {
  expect(fieldValue(field, value, words)).toBe(said)
})
