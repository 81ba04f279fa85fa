import { expect, test } from 'vitest'

import { daysInWords } from './number-words.copy.ts'

test('days are weeks where they can be', () => {
  expect([5, 7, 14, 20].map(daysInWords)).toEqual(['five days', 'a week', 'two weeks', '20 days'])
})
