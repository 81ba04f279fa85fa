import { expect, test } from 'vitest'

import { centsFromDollars, formatAmount, formatPrice } from './money.rules.ts'

test('prices show cents only where there are some; amounts always', () => {
  expect(formatPrice(45_000)).toBe('$450')
  expect(formatPrice(48_263)).toBe('$482.63')
  expect(formatAmount(45_000)).toBe('$450.00')
  expect(formatAmount(0)).toBe('$0.00')
})

test.each([
  ['150', 15_000],
  ['150.5', 15_050],
  [' 0.07 ', 7],
  [19.99, 1_999],
])('%s dollars are %i cents', (dollars, cents) => {
  expect(centsFromDollars(dollars)).toBe(cents)
})

test.each(['', 'abc', '-1', '1.234', '1e3', '1,000'])('%s is no amount', (text) => {
  expect(() => centsFromDollars(text)).toThrow('Not an amount in dollars')
})

test('a price shows its cents where there are any, with two digits', () => {
  expect(formatPrice(45_010)).toBe('$450.10')
})
