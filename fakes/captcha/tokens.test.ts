import { expect, test } from 'vitest'

import { keys, newToken, verdictOn } from './tokens.ts'

const refused = (code: string) => ({ success: false, 'error-codes': [code] })

test('a token is valid once', () => {
  const token = newToken()
  expect(verdictOn(keys.secret, token)).toEqual({ success: true, 'error-codes': [] })
  expect(verdictOn(keys.secret, token)).toEqual(refused('timeout-or-duplicate'))
})

test('a token is valid for five minutes', () => {
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
])('the secret %j results in %s', (secret, code) => {
  expect(verdictOn(secret, newToken())).toEqual(refused(code))
})

test.each([
  ['', 'missing-input-response'],
  ['0.made-up', 'timeout-or-duplicate'],
])('the token %j results in %s', (token, code) => {
  expect(verdictOn(keys.secret, token)).toEqual(refused(code))
})
