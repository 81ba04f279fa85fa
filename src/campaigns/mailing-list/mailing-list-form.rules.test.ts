import { describe, expect, test } from 'vitest'

import { mailingListCopy } from '#accounts/consent/mailing-list.copy.ts'

import { isSentTooFast, isHoneypotFilled, readMailingListForm } from './mailing-list-form.rules.ts'

const formOf = (fields: Record<string, string>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

describe('the mailing list form', () => {
  test('tidies the name and folds case and spaces of the email', () => {
    const form = formOf({ fullname: '  Ana  María\nRuiz ', email: ' ANA@Example.com ' })
    expect(readMailingListForm(form)).toEqual({
      ok: true,
      value: { fullname: 'Ana María Ruiz', email: 'ana@example.com' },
    })
  })

  test.each([
    [{ fullname: '', email: 'ana@example.com' }],
    [{ fullname: 'Ana Ruiz', email: '   ' }],
    [{ fullname: '  ', email: 'ana@example.com' }],
    [{}],
  ])('asks to fill all fields when one is missing: %o', (fields) => {
    expect(readMailingListForm(formOf(fields))).toMatchObject({
      ok: false,
      alert: 'Please fill all fields',
      values: { fullname: '', email: '', ...fields },
    })
  })

  test.each([
    [{ fullname: 'Ana', email: 'ana@example.com' }, { fullname: 'At Least 4 letters please' }],
    [
      { fullname: 'a'.repeat(121), email: 'ana@example.com' },
      { fullname: mailingListCopy.errors.longName },
    ],
    [{ fullname: 'A', email: 'ana@example.com' }, { fullname: 'At Least 4 letters please' }],
    [{ fullname: 'Ana Ruiz', email: 'a' }, { email: 'This is not a valid email' }],
    [{ fullname: 'Ana Ruiz', email: 'ana@' }, { email: 'This is not a valid email' }],
    [
      { fullname: 'Ana Ruiz', email: 'a@b.co\r\nbcc: x@y.zz' },
      { email: 'This is not a valid email' },
    ],
    [
      { fullname: 'Ana Ruiz', email: `${'a'.repeat(70)}@example.com` },
      { email: 'No more than 80 letters' },
    ],
  ])('says what is wrong with a field: %o', (fields, errors) => {
    const read = readMailingListForm(formOf(fields))
    expect(read).toMatchObject({ ok: false, values: fields, errors })
    expect(read).not.toHaveProperty('alert')
  })
})

test.each([4, 120])('a name of %s letters is taken', (length) => {
  const fullname = 'a'.repeat(length)
  expect(readMailingListForm(formOf({ fullname, email: 'ana@example.com' })).ok).toBe(true)
})

describe('the honeypot', () => {
  test('an invisible field is filled in by no person', () => {
    expect(isHoneypotFilled(formOf({ website: '' }))).toBe(false)
    expect(isHoneypotFilled(formOf({}))).toBe(false)
    expect(isHoneypotFilled(formOf({ website: 'https://spam.example' }))).toBe(true)
  })

  test('nobody fills in a form in a second', () => {
    const now = new Date('2026-11-20T12:00:00Z')
    const shown = (secondsAgo: number) =>
      formOf({ shownAt: String(now.getTime() - secondsAgo * 1000) })
    expect(isSentTooFast(shown(1.499), now)).toBe(true)
    expect(isSentTooFast(shown(1.5), now)).toBe(false)
    expect(isSentTooFast(shown(10), now)).toBe(false)
    expect(isSentTooFast(formOf({}), now)).toBe(true)
    expect(isSentTooFast(formOf({ shownAt: 'soon' }), now)).toBe(true)
  })
})
