import { expect, test } from 'vitest'

import { whyNotBirthdate } from './birthdate.rules.ts'

test.each([
  ['2005-11-20', null],
  ['2005-11-21', 'under-21'],
  ['2005-12-01', 'under-21'],
  ['2005-01-31', null],
  ['2004-12-01', null],
  ['2026-11-20', 'under-21'],
  ['2026-11-21', 'wrong-year'],
  ['2027-01-01', 'wrong-year'],
  ['1906-11-20', null],
  ['1905-11-21', null],
  ['1905-11-20', 'wrong-year'],
  ['2005-02-29', 'not-a-date'],
  ['', 'not-a-date'],
  ['11/20/2005', 'not-a-date'],
])('born on %s, on November 20, 2026: %s', (text, why) => {
  expect(whyNotBirthdate(text, '2026-11-20')).toBe(why)
})
