import { describe, expect, test } from 'vitest'

import type { StaffUserFields } from '#accounts/users/staff-user.rules.ts'
import { noAddress } from '#platform/address/address.rules.ts'

import { checkStaffUser, readStaffUser, staffUserFields } from './staff-user-form.rules.ts'

const today = '2026-11-20'

const right: StaffUserFields = {
  firstname: 'Ana',
  lastname: 'Ruiz',
  email: 'ana@example.com',
  phone: '4155550123',
  birthdate: '1981-04-12',
  byEmail: true,
  byPhone: false,
  membership: true,
  membershipLevel: '6',
  membershipText2022: '',
  membershipText2023: '',
  membershipText2024: '',
  membershipText2025: 'Six bottles of Malbec.',
  membershipTextA: '',
  membershipTextB: '',
  optionalText: '',
  ...noAddress,
  address: '1200 Valencia Street',
  city: 'San Francisco',
  state: 'CA',
  zipCode: '94110',
  billDifThanShip: true,
  xfirstname: 'Ana',
  xlastname: 'Ruiz',
  xaddress: '',
  xaddressExtra: '',
  xcity: '',
  xstate: '',
  xzipCode: '',
}

const noBilling = {
  xfirstname: '',
  xlastname: '',
  xaddress: '',
  xaddressExtra: '',
  xcity: '',
  xstate: '',
  xzipCode: '',
}

const fine = undefined

/** Field, what is typed, what is said: the specification's section 5, row by row. */
const cases: [keyof StaffUserFields, string, string | undefined][] = [
  ['firstname', '', 'You must write something'],
  ['firstname', 'A', 'At least 2 letters please'],
  ['firstname', 'A'.repeat(31), 'No more than 30 letters'],
  ['lastname', '', 'At least 2 letters please'],
  ['lastname', 'R', 'At least 2 letters please'],
  ['lastname', 'Ru', fine],
  ['lastname', 'R'.repeat(31), 'No more than 30 letters'],
  ['email', '', 'This input is required'],
  ['email', 'ana', 'This is not a valid email'],
  ['email', `${'a'.repeat(69)}@example.com`, 'No more than 80 letters'],
  ['phone', '', fine],
  ['phone', '12345678', 'At least 9 number for phones'],
  ['phone', '1'.repeat(16), 'No more than 15 letters'],
  ['phone', '12a', 'Only numbers!'],
  ['birthdate', '', fine],
  ['birthdate', '1981-4', 'Please enter a date as year-month-day'],
  ['birthdate', '2005-11-21', 'Buyers must be 21 or older'],
  ['optionalText', 'n'.repeat(81), 'No more than 80 letters'],
  ['membershipLevel', '', 'Please choose a level, or turn the membership off'],
  ['membershipLevel', '7', 'Please choose a level, or turn the membership off'],
  ['membershipLevel', '12', fine],
  ['membershipText2022', 'n'.repeat(1000), fine],
  ['membershipTextA', 'n'.repeat(1001), 'No more than 1,000 letters'],
  ['address', '', 'At least 8 characters in Address'],
  ['address', '1 Elm S', 'At least 8 characters in Address'],
  ['city', 'N', 'At least 2 letters please'],
  ['state', 'Mendoza', 'Please choose a state from the list'],
  ['zipCode', '9411', 'At least 5 characters in zipcodes'],
  ['zipCode', '94110-123', 'No more than 8 characters in zipcodes'],
  ['xfirstname', 'A', 'At least 2 letters please'],
  ['xfirstname', 'A'.repeat(31), 'No more than 30 letters'],
  ['xlastname', '', 'At Least 1 letters please'],
  ['xlastname', 'R', fine],
  ['xlastname', 'R'.repeat(31), 'No more than 30 letters'],
  ['xaddress', '1', fine],
  ['xzipCode', '1', fine],
]

describe('the staff’s form for a user', () => {
  test.each(cases)('%s of %j says %j', (name, value, message) => {
    const checked = checkStaffUser({ ...right, [name]: value }, today)
    expect(checked.ok ? undefined : checked.errors[name]).toBe(message)
  })

  test('an address that is empty as a whole is accepted', () => {
    expect(checkStaffUser({ ...right, ...noAddress, ...noBilling }, today).ok).toBe(true)
  })

  test('no membership, no level, whatever is posted', () => {
    const checked = checkStaffUser({ ...right, membership: false, membershipLevel: '12' }, today)
    expect(checked.ok && checked.fields).toMatchObject({ membership: false, membershipLevel: '' })
  })

  test('where billing does not differ it is the shipping name and address', () => {
    const typed = { ...right, billDifThanShip: false, xfirstname: 'B', xaddress: 'elsewhere' }
    const checked = checkStaffUser(typed, today)
    expect(checked.ok && checked.fields).toMatchObject({
      billDifThanShip: false,
      xfirstname: 'Ana',
      xlastname: 'Ruiz',
      xaddress: '1200 Valencia Street',
      xstate: 'CA',
      xzipCode: '94110',
    })
  })

  test('knows every field', () => {
    expect([...staffUserFields].sort()).toEqual(Object.keys(right).sort())
  })

  test('reads a posted form: a box that is not ticked is false, a field not sent is empty', () => {
    const form = new FormData()
    form.set('firstname', 'Ana')
    form.set('membership', 'on')
    form.set('role', 'staff')
    const read = readStaffUser(form)
    expect(read).toMatchObject({ firstname: 'Ana', membership: true, byEmail: false, city: '' })
    expect(Object.keys(read).sort()).toEqual(Object.keys(right).sort())
  })
})

test('a line of an address that no label has room for is refused, and one kept from before stays', () => {
  const long = 'Building 7 of the Vineyard Estates, North Gate'
  const saved = { ...right, address: long }
  expect(checkStaffUser({ ...right, addressExtra: long }, today, saved)).toEqual({
    ok: false,
    errors: { addressExtra: 'No more than 40 letters: a label has no room for more' },
  })
  expect(checkStaffUser({ ...saved, zipCode: '94111' }, today, saved)).toMatchObject({
    ok: true,
    fields: { address: long, zipCode: '94111' },
  })
})
