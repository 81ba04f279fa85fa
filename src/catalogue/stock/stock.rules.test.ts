import { expect, test } from 'vitest'

import { readStock } from './stock.rules.ts'

test.each([
  ['', null],
  ['  ', null],
  ['0', 0],
  [' 300 ', 300],
  ['1,200', 1_200],
  ['1000000', 1_000_000],
  ['1000001', undefined],
  ['-1', undefined],
  ['2.5', undefined],
  ['a dozen', undefined],
  ['1,20', undefined],
])('%j is %s', (typed, stock) => {
  expect(readStock(typed)).toBe(stock)
})
