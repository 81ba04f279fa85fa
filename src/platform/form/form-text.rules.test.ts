import { expect, test } from 'vitest'

import { wholeNumberIn } from './form-text.rules.ts'

test('a whole number is read; everything else is 0', () => {
  expect(['2001', '007', '999999999'].map(wholeNumberIn)).toEqual([2001, 7, 999_999_999])
  expect(['', 'x', '-1', '1.5', '1e3', '9999999999'].map(wholeNumberIn)).toEqual([0, 0, 0, 0, 0, 0])
})
