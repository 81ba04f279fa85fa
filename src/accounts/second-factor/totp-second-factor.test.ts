import { describe, expect, test } from 'vitest'

import { readCode, secondFactor, writtenCode } from './second-factor.rules.ts'
import { totpSecondFactor } from './totp-second-factor.server.ts'

const factor = totpSecondFactor('a secret of the tests, long enough')

/** `12345678901234567890` in base 32: the secret of RFC 6238's vectors. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

describe('codes of an authenticator app', () => {
  // RFC 6238, appendix B, SHA-1; the last six of its eight digits.
  test.each([
    [59, '287082'],
    [1111111109, '081804'],
    [1111111111, '050471'],
    [1234567890, '005924'],
    [2000000000, '279037'],
    [20000000000, '353130'],
  ])('are the ones of RFC 6238 at %d', (seconds, code) => {
    const step = Math.floor(seconds / secondFactor.period)
    expect(factor.stepOf(secret, code, new Date(seconds * 1000))).toEqual({ step, offSeconds: 0 })
  })

  test('tell how far a clock is off', () => {
    const at = new Date(1111111109_000 + 120_000)
    expect(factor.stepOf(secret, '081804', at)?.offSeconds).toBe(-120)
    expect(factor.stepOf(secret, '000000', at)).toBeNull()
  })
})

test('a secret is sealed: no other key opens it, and none that was changed', () => {
  const made = factor.newSecret()
  expect(made.sealed).not.toContain(made.secret)
  expect(factor.open(made.sealed)).toBe(made.secret)
  expect(totpSecondFactor('another secret of the tests').open(made.sealed)).toBeNull()
  const changed = `${made.sealed.slice(0, -2)}AA`
  expect(factor.open(changed)).not.toBe(made.secret)
})

test('no two secrets are sealed with the same nonce', () => {
  const nonces = Array.from({ length: 100 }, () => factor.newSecret().sealed.slice(0, 16))
  expect(new Set(nonces).size).toBe(100)
})

test('the picture is of the address that an app reads', async () => {
  const address = factor.addressFor(secret, 'ana@kohue.example')
  expect(address).toMatch(/^otpauth:\/\/totp\/Kohue:ana%40kohue\.example\?.*secret=GEZDGNBV/)
  expect(await factor.pictureOf(address)).toMatch(/^data:image\/svg\+xml;base64,/)
})

test('recovery codes are ten, and read back however they are typed', () => {
  const codes = factor.newRecoveryCodes()
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) {
    expect(readCode(` ${writtenCode(code).toLowerCase()} `)).toEqual({ kind: 'recovery', code })
  }
  expect(readCode('123 456')).toEqual({ kind: 'app', code: '123456' })
  expect(readCode('12345')).toBeNull()
  expect(factor.hashOfRecoveryCode('a', codes[0]!)).not.toBe(
    factor.hashOfRecoveryCode('b', codes[0]!),
  )
})
