import { expect, test } from 'vitest'

import {
  depotDays,
  doubtNote,
  isDoubtful,
  readCarrier,
  readTrackingNumbers,
  soughtTrackingNumber,
  trackingUrl,
} from './carriers.rules.ts'

test.each([
  ['1Z999AA10123456784', false],
  ['1Z5R89390357567127', false],
  ['1Z999AA10123456785', true],
  ['1Z999AA10123457684', true],
  ['1Z999AB10123456784', true],
  ['9400111202555842332669', false],
  ['9361289878700317633795', false],
  ['9400111202555842332696', true],
  ['420941109400111202555842332669', false],
  ['420941109400111202555842332666', true],
  // Other forms say nothing about themselves.
  ['794655123458', false],
  ['T0123456789', false],
  ['9612345678901234567890', false],
])('a character of %s is likely wrong: %s', (number, isWrong) => {
  expect(isDoubtful(number)).toBe(isWrong)
})

test('doubtful numbers are named, five at most', () => {
  expect(doubtNote(['1Z999AA10123456784'])).toBeNull()
  expect(doubtNote(['1Z999AA10123456784', '1Z999AA10123456785'])).toBe(
    'Compare 1Z999AA10123456785 with its label: a character of it is likely wrong.',
  )
  const seven = ['0', '1', '2', '3', '5', '6', '7'].map((last) => `1Z999AA1012345678${last}`)
  expect(doubtNote(seven)).toBe(
    'Compare 1Z999AA10123456780, 1Z999AA10123456781, 1Z999AA10123456782, 1Z999AA10123456783, 1Z999AA10123456785, and 2 more with their labels: a character of each is likely wrong.',
  )
})

test('carriers and tracking numbers are read in all notations', () => {
  expect(['UPS', ' FedEx ', 'Golden State Overnight', 'Pony Express'].map(readCarrier)).toEqual([
    'ups',
    'fedex',
    'gso',
    null,
  ])
  expect(readTrackingNumbers('other', ' 1z 999-aa1 ')).toEqual(['1Z999AA1'])
  expect(readTrackingNumbers('other', '<script>')).toBeNull()
  expect(trackingUrl('ups', '1Z1')).toContain('1Z1')
  expect(trackingUrl('other', '1Z1')).toBeNull()
})

test.each([
  ['ups', '1Z999AA10123456784 1Z999AA10123456795', ['1Z999AA10123456784', '1Z999AA10123456795']],
  ['ups', '1Z 999 AA1 01 2345 6784', ['1Z999AA10123456784']],
  [
    'ups',
    '1Z 999 AA1 01 2345 6784, 1Z 999 AA1 01 2345 6795',
    ['1Z999AA10123456784', '1Z999AA10123456795'],
  ],
  ['ups', '1Z999AA10123456784 and 1z999aa10123456784', ['1Z999AA10123456784']],
  ['ups', '1Z999AA101234567841Z999AA10123456795', null],
  ['ups', '1Z999AA1012345678', null],
  ['ups', '794655123458 lost', null],
  ['ups', '1Z999AA10123456784 1Z999AA1 0123456795', ['1Z999AA10123456784', '1Z999AA10123456795']],
  [
    'ups',
    '1Z999AA1 0123456784, 1Z999AA10123456795, ',
    ['1Z999AA10123456784', '1Z999AA10123456795'],
  ],
  // Together they would be one number of 34 digits.
  ['fedex', '794655123458 9612345678901234567890', ['794655123458', '9612345678901234567890']],
  ['fedex', '7946 5512 3458', ['794655123458']],
  ['fedex', '794655123458/794655123469', ['794655123458', '794655123469']],
  ['fedex', "'794655123458", ['794655123458']],
  ['fedex', '="794655123458"', ['794655123458']],
  ['fedex', '7.94655E+11', null],
  ['fedex', '1Z999AA10123456784', null],
  ['gso', '100012345678; 100012345679', ['100012345678', '100012345679']],
  ['other', 'pending', null],
  ['other', '9400 1000 0000 0000 0000 00', ['9400100000000000000000']],
  ['other', '', null],
] as const)('of %s, “%s” has the numbers %j', (carrier, text, numbers) => {
  expect(readTrackingNumbers(carrier, text)).toEqual(numbers)
})

test('a cell has forty groups at most', () => {
  expect(readTrackingNumbers('ups', '1 '.repeat(10_000))).toBeNull()
  const numbers = Array.from({ length: 41 }, (_, at) => String(100_000_000 + at))
  expect(readTrackingNumbers('ups', numbers.slice(1).join(' '))).toEqual(numbers.slice(1))
  expect(readTrackingNumbers('ups', numbers.join(' '))).toBeNull()
})

test('a parcel is found by its number as it is printed', () => {
  expect(soughtTrackingNumber('1z 999-aa1 01 2345 6784')).toBe('1Z999AA10123456784')
  expect(['pending', '12345', ''].map(soughtTrackingNumber)).toEqual([null, null, null])
})

test('a depot keeps a box for five days', () => {
  expect(depotDays).toBe(5)
})
