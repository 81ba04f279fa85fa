import { describe, expect, test } from 'vitest'

import { checkShipTo, emptyShipTo, isShipToGiven } from './ship-to-form.rules.ts'

const today = '2026-11-20'

const good = {
  name: 'Eva  Marsh',
  email: ' Eva@Example.com',
  phone: '(512) 555-0123',
  birthdate: '1980-02-03',
  statement: 'yes',
  pickup: '',
  address: '400 Congress Ave',
  addressExtra: '',
  city: 'Austin',
  state: 'TX',
  zipCode: '78701',
}

describe('a guest with ship-to details', () => {
  test('is valid, and normalised', () => {
    const checked = checkShipTo(good, today)
    expect(checked).toMatchObject({
      ok: true,
      shipTo: { name: 'Eva Marsh', email: 'eva@example.com', phone: '5125550123', state: 'TX' },
    })
  })

  test.each([
    ['no name', { name: '' }, 'name'],
    ['no email', { email: 'eva' }, 'email'],
    ['a name of three letters', { name: 'Eva' }, 'name'],
    ['a name of 61 letters', { name: 'e'.repeat(61) }, 'name'],
    ['a phone of 8 digits', { phone: '4155-0123' }, 'phone'],
    ['a phone of 16 digits', { phone: '1234567890123456' }, 'phone'],
    ['a street of 301 letters', { address: 's'.repeat(301) }, 'address'],
    ['a second line of 301 letters', { addressExtra: 's'.repeat(301) }, 'addressExtra'],
    ['a short phone', { phone: '555-0123' }, 'phone'],
    ['a phone with letters in it', { phone: 'call me maybe' }, 'phone'],
    ['no birthdate', { birthdate: '' }, 'birthdate'],
    [
      'a birthdate of yesterday 21 years ago less one day',
      { birthdate: '2005-11-21' },
      'birthdate',
    ],
    ['no statement', { statement: '' }, 'statement'],
    ['a short street', { address: 'here' }, 'address'],
    ['a PO box', { address: 'P.O. Box 1234' }, 'address'],
    ['no city', { city: '' }, 'city'],
    ['no state', { state: '' }, 'state'],
    ['a state that is none', { state: 'ZZ' }, 'state'],
    ['a state that is not served', { state: 'UT', zipCode: '84101' }, 'state'],
    ['half a ZIP', { zipCode: '787' }, 'zipCode'],
    ['a ZIP of another state', { zipCode: '94110' }, 'zipCode'],
  ])('with %s gets an error at that field', (_name, change, field) => {
    const checked = checkShipTo({ ...good, ...change }, today)
    expect(checked.ok).toBe(false)
    expect(checked.ok ? [] : Object.keys(checked.errors)).toEqual([field])
  })

  test('hears at once where wine may not go, beside what is missing', () => {
    const typed = { ...good, name: '', address: 'P.O. Box 1234', state: 'UT', zipCode: '84101' }
    const checked = checkShipTo(typed, today)
    expect(checked).toEqual({
      ok: false,
      problem: null,
      errors: {
        address: 'Wine can’t go to a PO box: an adult has to sign for it at a street address.',
        name: 'Please enter your first and last name',
        state: 'We are not permitted to ship wine to this state.',
      },
    })
    expect(checkShipTo({ ...typed, pickup: 'yes' }, today)).toMatchObject({
      errors: { name: 'Please enter your first and last name' },
    })
  })

  test.each([
    ['', 'Please enter your date of birth'],
    ['3 Feb 1980', 'Please enter a date as year-month-day'],
    ['1980-02-30', 'Please enter a date as year-month-day'],
    ['1', 'Please enter a date as year-month-day'],
    ['2027-01-01', 'Please check the year'],
  ])('birthdate %j gives the error: %s', (birthdate, sentence) => {
    const checked = checkShipTo({ ...good, birthdate }, today)
    expect(checked).toMatchObject({ ok: false, errors: { birthdate: sentence } })
  })

  test.each([
    { name: 'Evan' },
    { name: 'e'.repeat(60) },
    { phone: '123456789' },
    { phone: '+1 (234) 567-890-12345' },
    // As phones copy it.
    { phone: '\u202a(775)\u00a0555\u20110100\u202c' },
    { address: 's'.repeat(40), addressExtra: 's'.repeat(40), city: 'Au' },
  ])('with a field as short or as long as it may be is valid: %o', (change) => {
    expect(checkShipTo({ ...good, ...change }, today)).toMatchObject({ ok: true })
  })

  test('is 21 on the birthday itself, which may have blanks around it', () => {
    expect(checkShipTo({ ...good, birthdate: ' 2005-11-20 ' }, today).ok).toBe(true)
  })

  test('with one letter as an email is told that it is none', () => {
    expect(checkShipTo({ ...good, email: 'e' }, today)).toMatchObject({
      errors: { email: 'This is not a valid email' },
    })
  })

  test('in Washington, DC is served', () => {
    expect(
      checkShipTo({ ...good, state: 'DC', city: 'Washington', zipCode: '20001' }, today).ok,
    ).toBe(true)
  })

  test('who picks the wine up needs no address, and it is dropped', () => {
    const far = { ...good, pickup: 'yes', state: 'UT', zipCode: '84101' }
    expect(checkShipTo(far, today)).toMatchObject({
      ok: true,
      shipTo: { isPickup: true, address: '', state: '', zipCode: '' },
    })
  })
})

test('detects whether a payload has ship-to fields', () => {
  expect(isShipToGiven({ product: 'malbec-2022', quantity: 1 })).toBe(false)
  expect(isShipToGiven({ product: 'malbec-2022', email: 'eva@example.com' })).toBe(true)
})

test('an empty form has every field', () => {
  expect(emptyShipTo).toEqual({
    ...{ name: '', email: '', phone: '', birthdate: '', statement: '', pickup: '' },
    ...{ address: '', addressExtra: '', city: '', state: '', zipCode: '' },
  })
})
