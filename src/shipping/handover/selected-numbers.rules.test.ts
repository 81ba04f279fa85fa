import { expect, test } from 'vitest'

import { numbersIn } from './selected-numbers.rules.ts'

test('selected numbers are whole, above zero, fit the database, and count once', () => {
  expect(numbersIn(['2001', '2002', '2001'])).toEqual([2001, 2002])
  expect(numbersIn(['1', '2147483647'])).toEqual([1, 2_147_483_647])
  expect(numbersIn(['0', '-1', '1.5', 'x', '', '2147483648', '9007199254740993'])).toEqual([])
})
