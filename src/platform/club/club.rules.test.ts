import { expect, test } from 'vitest'

import { levelInWords, levelName } from './club.rules.ts'

test('the two levels have the names of their peaks, and nothing else is a level', () => {
  expect([levelName(6), levelName(12), levelName(0), levelName(7)]).toEqual([
    ...['Tupungato', 'Aconcagua', null, null],
  ])
  expect([levelInWords(6), levelInWords('12'), levelInWords(3)]).toEqual([
    ...['6 (Tupungato)', '12 (Aconcagua)', '3'],
  ])
})
