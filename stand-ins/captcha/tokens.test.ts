import { expect, test } from 'vitest'

import { keys, newToken, verdictOn } from './tokens.ts'

const refused = (code: string) => ({ success: false, 'error-codes': [code] })

test('an answer is good once', () => {
  const token = newToken()
  expect(verdictOn(keys.secret, token)).toEqual({ success: true, 'error-codes': [] })
  expect(verdictOn(keys.secret, token)).toEqual(refused('timeout-or-duplicate'))
})

test('an answer is good for five minutes', () => {
  const now = Date.now()
  const minute = 60_000
  const [early, late] = [newToken(now), newToken(now)]
  expect(verdictOn(keys.secret, early, now + 5 * minute).success).toBe(true)
  expect(verdictOn(keys.secret, late, now + 5 * minute + 1).success).toBe(false)
})

test.each([
  ['', 'missing-input-secret'],
  ['another', 'invalid-input-secret'],
  [keys.refusingSecret, 'invalid-input-response'],
])('the secret %j is answered %s', (secret, code) => {
  expect(verdictOn(secret, newToken())).toEqual(refused(code))
})

test.each([
  ['', 'missing-input-response'],
  ['0.made-up', 'timeout-or-duplicate'],
])('the answer %j is answered %s', (token, code) => {
  expect(verdictOn(keys.secret, token)).toEqual(refused(code))
})
