import { expect, test } from 'vitest'

import { sourceInWords } from './consent.copy.ts'

test.each([
  ['import', 'the earlier site'],
  ['account', 'the account'],
  ['/ex-join', '/ex-join'],
  ['staff, said yes in writing', 'staff, said yes in writing'],
  ['constructor', 'constructor'],
])('a record made by %s is told as %s', (source, words) => {
  expect(sourceInWords(source)).toBe(words)
})
