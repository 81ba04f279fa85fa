import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import type { PasswordProblem, PasswordPolicy } from './password-policy.rules.ts'
import {
  defaultPasswordPolicy,
  passwordProblem,
  passwordStrength,
  policyFor,
} from './password-policy.rules.ts'

const strict: PasswordPolicy = {
  minLength: 8,
  maxLength: 64,
  lowercase: true,
  uppercase: true,
  numeric: true,
  nonAlphanumeric: true,
  refuseCommon: true,
}

describe('a password', () => {
  test.each<[string, PasswordProblem | null]>([
    ['', 'too-short'],
    ['12345', 'too-short'],
    ['123456', null],
    ['🍷🍷🍷🍷🍷', 'too-short'],
    ['🍷🍷🍷🍷🍷🍷', null],
    ['x'.repeat(256), null],
    ['x'.repeat(257), 'too-long'],
  ])('%j under the default policy: %s', (text, problem) => {
    expect(passwordProblem(text, defaultPasswordPolicy)).toBe(problem)
  })

  test.each<[string, PasswordProblem | null]>([
    ['Aa1!aaa', 'too-short'],
    [`Aa1!${'a'.repeat(61)}`, 'too-long'],
    ['AAAA1111!', 'no-lowercase'],
    ['aaaa1111!', 'no-uppercase'],
    ['AAAAaaaa!', 'no-number'],
    ['AAAAaaaa1', 'no-symbol'],
    ['Ñandú 2021', null],
    ['Password!', 'no-number'],
  ])('%j under a strict policy: %s', (text, problem) => {
    expect(passwordProblem(text, strict)).toBe(problem)
  })

  test.each(['password', 'QWERTY123', 'mendoza'])('%s is one of the commonest', (text) => {
    expect(passwordProblem(text, { ...defaultPasswordPolicy, refuseCommon: true })).toBe('common')
    expect(passwordProblem(text, defaultPasswordPolicy)).toBeNull()
  })

  test('is never too long for the server, whatever the policy says', () => {
    const generous = { ...defaultPasswordPolicy, maxLength: 100_000 }
    fc.assert(
      fc.property(
        fc.string({ minLength: 257, maxLength: 400, unit: 'grapheme-ascii' }),
        (text) => passwordProblem(text, generous) === 'too-long',
      ),
    )
  })
})

test('staff need twelve characters or more, and none of the commonest', () => {
  const needs = (role: 'member' | 'staff') => {
    const { minLength, refuseCommon } = policyFor(role, defaultPasswordPolicy)
    return [minLength, refuseCommon]
  }
  expect(needs('staff')).toEqual([12, true])
  expect(needs('member')).toEqual([6, false])
  expect(policyFor('staff', { ...strict, minLength: 14 }).minLength).toBe(14)
})

describe('how hard it is to guess', () => {
  test.each([
    ['abc', 'too-short'],
    ['abcdef', 'weak'],
    ['aabbcc112233445566', 'strong'],
    ['abcabcabcabcabc', 'weak'],
    ['abcdabcdabcdab', 'strong'],
    ['abcdabcdabcda', 'weak'],
    ['ABCDEFGHIJKL', 'weak'],
    ['abcdef1', 'weak'],
    ['abcdefg1', 'fair'],
    ['ABCDEFG1', 'fair'],
    ['ABCabc12', 'fair'],
    ['ABCabc123', 'fair'],
    ['ABCabc1234', 'strong'],
    ['Password1', 'weak'],
    ['aaaaaaaaaaaaaaaa', 'weak'],
    ['password1', 'weak'],
    ['tinta de uva', 'fair'],
    ['Tinta-2021', 'strong'],
    ['the vines below the mountain', 'strong'],
  ])('%s: %s', (text, strength) => {
    expect(passwordStrength(text, 6)).toBe(strength)
  })
})
