import { expect, test } from 'vitest'

import { phoneText } from './phone.rules.ts'

test.each([
  ['2125550147', '(212) 555-0147'],
  ['12125550147', '(212) 555-0147'],
  ['+12125550147', '(212) 555-0147'],
  // Of other countries, and what nobody can read as a number of the US.
  ['5492615550147', '5492615550147'],
  ['+442079460958', '+442079460958'],
  ['0613345678', '0613345678'],
  ['212555014', '212555014'],
  ['(212) 555-0147', '(212) 555-0147'],
  ['', ''],
])('shows %s as %s', (stored, shown) => {
  expect(phoneText(stored)).toBe(shown)
})
