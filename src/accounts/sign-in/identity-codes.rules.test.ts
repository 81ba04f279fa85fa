import { describe, expect, test } from 'vitest'

import {
  browserCodes,
  codeFromServer,
  identityCodes,
  isLogged,
  isOfPassword,
} from './identity-codes.rules.ts'
import { identitySentence, recoverySent } from './sign-in.copy.ts'

describe('the sentences of section 8', () => {
  const facts = { email: 'ana@example.com', minLength: 6 }

  test.each([
    ['missing-email', 'Fill email input'],
    ['invalid-email', 'Invalid email'],
    ['missing-password', 'Please enter your password'],
    ['invalid-credential', 'Email or Password error'],
    ['email-already-in-use', 'An account with ana@example.com already exist. Please Log In'],
    ['weak-password', 'Password must be at least 6 characters long'],
  ] as const)('%s reads as written', (code, sentence) => {
    expect(identitySentence(code, facts)).toBe(sentence)
  })

  test('someone signed in who registers again is told so', () => {
    expect(identitySentence('email-already-in-use', { ...facts, isSignedIn: true })).toBe(
      'You are already registered with ana@example.com',
    )
  })

  test('recovery names the address and the inbox', () => {
    expect(recoverySent(facts.email)).toMatch(/sent to ana@example\.com.*inbox/)
  })

  test('every code has a sentence of its own', () => {
    const sentences = identityCodes.map((code) => identitySentence(code, facts))
    expect(sentences.toSorted()).toEqual([...new Set(sentences)].toSorted())
    expect(sentences.length).toBeGreaterThan(20)
    for (const sentence of sentences) expect(sentence).not.toMatch(/undefined|auth\//)
  })
})

test('each code is logged, said at the password or reported by a browser, as it is meant', () => {
  expect(identityCodes.filter((code) => !isLogged(code)).toSorted()).toEqual([
    ...['email-already-in-use', 'invalid-credential', 'invalid-email', 'missing-email'],
    ...['missing-password', 'weak-password'],
  ])
  expect(identityCodes.filter(isOfPassword).toSorted()).toEqual([
    'missing-password',
    'wrong-password',
  ])
  expect(browserCodes).toEqual(['network-request-failed', 'popup-closed-by-user'])
})

describe('codes from the server', () => {
  test.each([
    ['EMAIL_EXISTS', 'email-already-in-use'],
    ['INVALID_PASSWORD', 'wrong-password'],
    ['EMAIL_NOT_FOUND', 'user-not-found'],
    ['TOO_MANY_ATTEMPTS_TRY_LATER', 'too-many-requests'],
  ] as const)('%s is %s', (serverCode, code) => {
    expect(codeFromServer(serverCode)).toBe(code)
  })

  test.each(['SOMETHING_NEW', 'toString', '__proto__', ''])('%j is an internal error', (code) => {
    expect(codeFromServer(code)).toBe('internal-error')
  })
})
