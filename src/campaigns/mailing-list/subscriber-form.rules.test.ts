import { describe, expect, test } from 'vitest'

import { noAddress } from '#platform/address/address.rules.ts'

import { checkSubscriber, readSubscriber } from './subscriber-form.rules.ts'
import type { SubscriberFields } from './subscriber.rules.ts'

const right: SubscriberFields = {
  fullname: 'Ana Ruiz',
  firstname: 'Ana',
  lastname: 'Ruiz',
  email: 'ana@example.com',
  phone: '',
  ...noAddress,
  country: 'US',
}

const fine = undefined

/** Field, what is typed, what is said: the specification's section 5, row by row. */
const cases: [keyof SubscriberFields, string, string | undefined][] = [
  ['fullname', '', 'You must write something'],
  ['fullname', '   ', 'You must write something'],
  ['fullname', 'A', 'At Least 4 letters please'],
  ['fullname', 'Ana', 'At Least 4 letters please'],
  ['fullname', 'Anna', fine],
  ['fullname', 'A'.repeat(40), fine],
  ['fullname', 'A'.repeat(41), 'No more than 40 letters'],
  ['firstname', '', fine],
  ['firstname', 'Jo', 'At Least 3 letters please'],
  ['firstname', 'Joe', fine],
  ['lastname', '', fine],
  ['lastname', 'Li', 'At Least 3 letters please'],
  ['lastname', 'Lim', fine],
  ['lastname', 'L'.repeat(300), fine],
  ['lastname', 'L'.repeat(301), 'No more than 300 letters'],
  ['email', `${'a'.repeat(64)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.com`, fine],
  ['phone', '123456789', fine],
  ['zipCode', '94110', fine],
  ['email', '', 'This input is required'],
  ['email', 'ana', 'This is not a valid email'],
  ['email', 'ana@example', 'This is not a valid email'],
  ['email', 'ana@example.com', fine],
  ['phone', '', fine],
  ['phone', '12345678', 'At least 9 number for phones'],
  ['phone', '+1 415 555-0123', fine],
  ['address', '', fine],
  ['address', '1 Elm S', 'At least 8 characters in Address'],
  ['address', '1 Elm St', fine],
  ['zipCode', '', fine],
  ['zipCode', '9411', 'At least 5 characters in zipcodes'],
  ['zipCode', '94110-1234', fine],
  ['city', 'N', fine],
  ['state', 'Mendoza', fine],
  ['country', '', fine],
]

describe('the staff’s form for a subscriber', () => {
  test.each(cases)('%s of %j says %j', (name, value, message) => {
    const checked = checkSubscriber({ ...right, [name]: value })
    expect(checked.ok ? undefined : checked.errors[name]).toBe(message)
  })

  test('every invalid field gets its message at once', () => {
    const checked = checkSubscriber({ ...right, fullname: '', email: '', phone: '1' })
    expect(checked).toEqual({
      ok: false,
      errors: {
        fullname: 'You must write something',
        email: 'This input is required',
        phone: 'At least 9 number for phones',
      },
    })
  })

  test('the fields are tidied', () => {
    const checked = checkSubscriber({
      ...right,
      fullname: ' Ana \n Ruiz ',
      email: ' Ana@Example.COM ',
    })
    expect(checked.ok && checked.fields).toEqual(right)
  })

  test('reads only its own fields from a posted form', () => {
    const form = new FormData()
    form.set('fullname', 'Ana Ruiz')
    form.set('id', 'somebody else')
    expect(readSubscriber(form)).toEqual({
      ...Object.fromEntries(Object.keys(right).map((name) => [name, ''])),
      fullname: 'Ana Ruiz',
    })
  })
})
