import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { emailAddress, isEmailAddress, normalisedEmail } from './email-address.rules.ts'

describe('an email address', () => {
  test('is trimmed and in lower case: one person, one address', () => {
    expect(emailAddress('  Ana.Ruiz@Customer.Example\n')).toBe('ana.ruiz@customer.example')
  })

  test('is never another person’s because Unicode lowers a foreign letter to a plain one', () => {
    expect(normalisedEmail('\u212Aohue@customer.example')).not.toBe('kohue@customer.example')
    expect(emailAddress('\u212Aohue@customer.example')).toBeNull()
  })

  test.each([
    ['tom&jane@example.com', 'tom&jane@example.com'],
    ["o'brien+wine@example.com", "o'brien+wine@example.com"],
    ['a!#$%*/=?^_`{|}~b@example.com', 'a!#$%*/=?^_`{|}~b@example.com'],
    ['ana@MÜLLER.example', 'ana@xn--mller-kva.example'],
    ['ana@xn--mller-kva.example', 'ana@xn--mller-kva.example'],
    ['ana@例え.テスト', 'ana@xn--r8jz45g.xn--zckzah'],
  ])('is %s, and stored as %s', (typed, stored) => {
    expect(emailAddress(typed)).toBe(stored)
  })

  test.each([
    '',
    '.ana@customer.example',
    'ana.@customer.example',
    'an..a@customer.example',
    'ana@customer..example',
    'ana@-customer.example',
    'ana@customer.123',
    'ana@[127.0.0.1]',
    'ana@müller/x.example',
    'añna@customer.example',
    'ana',
    'ana@',
    '@customer.example',
    'ana@customer',
    'ana ruiz@customer.example',
    'ana@customer.example\r\nBcc: x@evil.example',
    `${'a'.repeat(65)}@customer.example`,
    `a@${'b'.repeat(250)}.example`,
  ])('is not %j', (text) => {
    expect(emailAddress(text)).toBeNull()
    expect(isEmailAddress(normalisedEmail(text))).toBe(false)
  })

  test('once normalised stays as it is, and holds no space or line break', () => {
    fc.assert(
      fc.property(fc.emailAddress(), (text) => {
        const address = emailAddress(text)
        if (address === null) return
        expect(emailAddress(address)).toBe(address)
        expect(address).toMatch(/^[^\s@]+@[^\s@]+$/)
      }),
    )
  })
})
