import { describe, expect, test } from 'vitest'

import { noAddress } from '#platform/address/address.rules.ts'

import type { AccountFields, AccountBlock } from './account-form.rules.ts'
import { blockFields, checkBlock, readBlock } from './account-form.rules.ts'

const today = '2026-11-20'

/** Every field valid, so that a case changes one field. */
const right: AccountFields = {
  firstname: 'Ana',
  lastname: 'Ruiz',
  email: 'ana@example.com',
  phone: '4155550123',
  birthdate: '1981-04-12',
  byEmail: true,
  byPhone: false,
  optionalText: '',
  ...noAddress,
  address: '1200 Valencia Street',
  city: 'San Francisco',
  state: 'CA',
  zipCode: '94110',
  xfirstname: 'Ana',
  xlastname: 'Ruiz',
  xaddress: '',
  xaddressExtra: '',
  xcity: '',
  xstate: '',
  xzipCode: '',
}

const blockOf = (name: keyof AccountFields) =>
  (Object.keys(blockFields) as AccountBlock[]).find((block) =>
    (blockFields[block] as readonly string[]).includes(name),
  )!

function messageFor(name: keyof AccountFields, value: string): string | undefined {
  const checked = checkBlock(blockOf(name), { ...right, [name]: value }, today)
  return checked.ok ? undefined : checked.errors[name]
}

const fine = undefined

/** Field, what is typed, what is said: the specification's section 5, row by row. */
const cases: [keyof AccountFields, string, string | undefined][] = [
  ['firstname', '', 'You must write something'],
  ['firstname', '   ', 'You must write something'],
  ['firstname', 'A', 'At least 2 letters please'],
  ['firstname', 'An', fine],
  ['firstname', 'A'.repeat(30), fine],
  ['firstname', 'A'.repeat(31), 'No more than 30 letters'],
  ['lastname', '', 'At Least 1 letters please'],
  ['lastname', 'R', fine],
  ['lastname', 'R'.repeat(30), fine],
  ['lastname', 'R'.repeat(31), 'No more than 30 letters'],
  ['email', '', 'This input is required'],
  ['email', 'ana', 'This is not a valid email'],
  ['email', 'ana@example', 'This is not a valid email'],
  ['email', 'ana@example.com', fine],
  ['email', `${'a'.repeat(60)}@examples-of.example`, fine],
  ['email', `${'a'.repeat(65)}@example.com`, 'This is not a valid email'],
  ['email', `${'a'.repeat(69)}@example.com`, 'No more than 80 letters'],
  ['phone', '', fine],
  ['phone', '12345678', 'At least 9 number for phones'],
  ['phone', '123456789', fine],
  ['phone', '1'.repeat(15), fine],
  ['phone', '1'.repeat(16), 'No more than 15 letters'],
  ['phone', '(415) 555-0123', 'Only numbers!'],
  ['phone', '12a', 'Only numbers!'],
  ['birthdate', '', fine],
  ['birthdate', '1981-4', 'Please enter a date as year-month-day'],
  ['birthdate', '1981-02-30', 'Please enter a date as year-month-day'],
  ['birthdate', '2030-01-01', 'Please check the year'],
  ['birthdate', '1881-01-01', 'Please check the year'],
  ['birthdate', '2005-11-21', 'You must be 21 or older'],
  ['birthdate', '2005-11-20', fine],
  ['optionalText', '', fine],
  ['optionalText', 'n'.repeat(80), fine],
  ['optionalText', 'n'.repeat(81), 'No more than 80 letters'],
  ['address', '', 'At least 8 characters in Address'],
  ['address', '1 Elm St', fine],
  ['address', '1 Elm S', 'At least 8 characters in Address'],
  ['addressExtra', '', fine],
  ['addressExtra', 'B', fine],
  ['city', '', 'At least 2 letters please'],
  ['city', 'N', 'At least 2 letters please'],
  ['city', 'NY', fine],
  ['state', '', fine],
  ['state', 'AK', fine],
  ['state', 'Mendoza', 'Please choose a state from the list'],
  ['zipCode', '', 'At least 5 characters in zipcodes'],
  ['zipCode', '9411', 'At least 5 characters in zipcodes'],
  ['zipCode', '94110', fine],
  ['zipCode', '94110123', fine],
  ['zipCode', '94110-1234', fine],
  ['zipCode', '94110-123', 'No more than 8 characters in zipcodes'],
  ['xfirstname', 'A', 'At least 2 letters please'],
  ['xfirstname', 'An', fine],
  ['xstate', '', fine],
  ['xstate', 'Mendoza', 'Please choose a state from the list'],
  ['xfirstname', 'A'.repeat(31), 'No more than 30 letters'],
  ['xlastname', '', 'At Least 1 letters please'],
  ['xlastname', 'R', fine],
  ['xlastname', 'R'.repeat(31), 'No more than 30 letters'],
  ['xaddress', '', fine],
  ['xaddress', '1', fine],
  ['xcity', 'N', fine],
  ['xzipCode', '1', fine],
]

describe('the account form', () => {
  test.each(cases)('%s of %j says %j', (name, value, message) => {
    expect(messageFor(name, value)).toBe(message)
  })

  test('every invalid field gets its message at once', () => {
    const checked = checkBlock('shipping', { ...right, address: '', city: '', zipCode: '' }, today)
    expect(checked).toEqual({
      ok: false,
      errors: {
        address: 'At least 8 characters in Address',
        city: 'At least 2 letters please',
        zipCode: 'At least 5 characters in zipcodes',
      },
    })
  })

  test('fields are tidied, and only those of the block are returned', () => {
    const typed = { ...right, firstname: '  Ana \n María ', email: ' Ana@Example.COM ' }
    const checked = checkBlock('personal', typed, today)
    expect(checked.ok && checked.fields).toEqual({
      firstname: 'Ana María',
      lastname: 'Ruiz',
      email: 'ana@example.com',
      phone: '4155550123',
      birthdate: '1981-04-12',
      byEmail: true,
      byPhone: false,
      optionalText: '',
    })
  })

  test('the email that the account has may be longer than the form takes, another may not', () => {
    const email = `${'a'.repeat(60)}@${'b'.repeat(20)}.example`
    const saved = checkBlock('personal', { ...right, email, optionalText: 'Ring' }, today, email)
    expect(saved.ok && saved.fields).toMatchObject({ email, optionalText: 'Ring' })
    const tooLong = { ok: false, errors: { email: 'No more than 80 letters' } }
    const other = { ...right, email: `b${email.slice(1)}` }
    expect(checkBlock('personal', other, today, email)).toEqual(tooLong)
    expect(checkBlock('personal', { ...right, email: '' }, today, '')).toEqual({
      ok: false,
      errors: { email: 'This input is required' },
    })
  })

  test('reads a posted form: a box that is not ticked is false, a field not sent is empty', () => {
    const form = new FormData()
    form.set('firstname', 'Ana')
    form.set('byPhone', 'on')
    form.set('role', 'staff')
    expect(readBlock('personal', form)).toEqual({
      firstname: 'Ana',
      lastname: '',
      email: '',
      phone: '',
      birthdate: '',
      byEmail: false,
      byPhone: true,
      optionalText: '',
    })
  })
})

test.each([
  ...(['address', 'addressExtra', 'city'] as const).map(
    (name) => [name, 40, 'No more than 40 letters: a label has no room for more'] as const,
  ),
  ...(['xaddress', 'xcity', 'xzipCode'] as const).map(
    (name) => [name, 300, 'No more than 300 letters'] as const,
  ),
])('%s of %i letters fits, and one more does not', (name, longest, sentence) => {
  expect(messageFor(name, 'a'.repeat(longest))).toBeUndefined()
  expect(messageFor(name, 'a'.repeat(longest + 1))).toBe(sentence)
})
