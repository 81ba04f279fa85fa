import { describe, expect, test } from 'vitest'

import { mailingListCopy } from '#accounts/consent/mailing-list.copy.ts'

import { isSentTooFast, mailingListAlert, mailingListForm } from './mailing-list-form.rules.ts'

const read = (fields: object) => mailingListForm.safeParse(fields)
/** The first error of each field, as the page shows them. */
function errorsOf(fields: object) {
  const errors: Record<string, string> = {}
  for (const { path, message } of read(fields).error!.issues) errors[String(path[0])] ??= message
  return errors
}

describe('the mailing list form', () => {
  test('tidies the name and folds case and spaces of the email', () => {
    const fields = { fullname: '  Ana  María\nRuiz ', email: ' ANA@Example.com ' }
    expect(read(fields).data).toEqual({ fullname: 'Ana María Ruiz', email: 'ana@example.com' })
  })

  test.each<[Record<string, string>, string]>([
    [{ fullname: '', email: 'ana@example.com' }, 'fullname'],
    [{ fullname: 'Ana Ruiz', email: '   ' }, 'email'],
    [{ fullname: '  ', email: 'ana@example.com' }, 'fullname'],
    [{}, 'email'],
  ])('asks to fill all fields when one is missing: %o', (values, field) => {
    expect(errorsOf(values)).toHaveProperty(field)
    expect(mailingListAlert({ refusal: null, values })).toBe('Please fill all fields')
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
  ])('says what is wrong with a field: %o', (values, errors) => {
    expect(errorsOf(values)).toEqual(errors)
    expect(mailingListAlert({ refusal: null, values })).toBeNull()
    expect(mailingListAlert({ refusal: 'Too many.', values })).toBe('Too many.')
  })
})

test.each([4, 120])('a name of %s letters is taken', (length) => {
  expect(read({ fullname: 'a'.repeat(length), email: 'ana@example.com' }).success).toBe(true)
})

test('nobody fills in a form in a second', () => {
  const now = new Date('2026-11-20T12:00:00Z')
  const ago = (seconds: number) => isSentTooFast(String(now.getTime() - seconds * 1000), now)
  expect([ago(1.499), ago(1.5), ago(10)]).toEqual([true, false, false])
  expect(isSentTooFast('', now)).toBe(true)
  expect(isSentTooFast('soon', now)).toBe(true)
})
