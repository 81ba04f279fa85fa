import { createHmac } from 'node:crypto'

import { expect, test } from 'vitest'

import { bounceSignature } from './bounce-signature.server.ts'

const now = new Date('2026-11-03T12:00:00Z')
const body = Buffer.from('a notification')

/** The signature of the body by this secret, so many seconds from now. */
function signedAt(seconds: number, secret = 'secret') {
  const at = Math.round(now.getTime() / 1000) + seconds
  const hash = createHmac('sha256', secret).update(`${at}.`).update(body).digest('hex')
  return `t=${at},v1=${hash}`
}

const isValid = (signature: string, of = body) =>
  bounceSignature('secret').isValid(of, signature, now)

test.each([
  [0, true],
  [-300, true],
  [-301, false],
  [300, true],
  // A later one could be sent again once its time has come.
  [301, false],
])('a notification that was signed %i seconds from now: %s', (seconds, valid) => {
  expect(isValid(signedAt(seconds))).toBe(valid)
})

test('one that was changed, or signed by another secret or time, is forged', () => {
  expect(isValid(signedAt(0), Buffer.from('another'))).toBe(false)
  expect(isValid(signedAt(0, 'guessed'))).toBe(false)
  expect(isValid(signedAt(0).replace(/^t=\d+/, `t=${Math.round(now.getTime() / 1000) + 1}`))).toBe(
    false,
  )
  expect(isValid('v1=')).toBe(false)
})
