import { expect, test } from 'vitest'

import { mostPasskeys, passkeyName } from './passkeys.rules.ts'

test.each([
  [' My  phone ', 'My phone'],
  ['', 'Chrome on Windows'],
  ['www.example.com', 'Chrome on Windows'],
  ['p'.repeat(41), 'p'.repeat(40)],
  ['🔑'.repeat(41), '🔑'.repeat(40)],
  [`${'p'.repeat(39)} phone`, 'p'.repeat(39)],
])('a passkey named %j is called %j', (typed, name) => {
  expect(passkeyName(typed, 'Chrome on Windows')).toBe(name)
})

test('an account has ten passkeys at most', () => {
  expect(mostPasskeys).toBe(10)
})
