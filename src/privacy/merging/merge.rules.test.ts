import { expect, test } from 'vitest'

import type { StaffUserFields } from '#accounts/users/staff-user.rules.ts'

import {
  fieldsAfterUndo,
  fieldsOfPart,
  isPartSame,
  mergedFields,
  mergePartNames,
  mergeUndoDays,
  proposedChoice,
  undoGraceMillis,
  whatDiffers,
  whyNotMerge,
} from './merge.rules.ts'

const into = {
  ...{ firstname: 'Ana', lastname: 'Ruiz', email: 'ana@example.com', phone: '4155550123' },
  ...{ birthdate: '', optionalText: 'Note', address: '', city: '', state: '', zipCode: '' },
  ...{ addressExtra: '', membership: false, membershipLevel: '' },
} as StaffUserFields
const from = {
  ...{ ...into, firstname: 'Anna', email: 'anna@example.com', birthdate: '1981-04-12' },
  ...{ address: '1200 Valencia Street', city: 'San Francisco', membership: true, phone: '' },
} as StaffUserFields

test('each part has its fields, and neither email nor consent is of a part', () => {
  expect(fieldsOfPart('name')).toEqual(['firstname', 'lastname'])
  expect(fieldsOfPart('address')).toEqual(['address', 'addressExtra', 'city', 'state', 'zipCode'])
  expect(mergePartNames.flatMap(fieldsOfPart)).not.toContain('email')
  expect(mergePartNames.flatMap(fieldsOfPart)).not.toContain('byEmail')
  expect(mergePartNames.flatMap(fieldsOfPart)).toHaveLength(26)
})

test('accounts of staff and unconfirmed addresses are not merged, and no button offers it', () => {
  const customer = { role: 'member', emailVerified: true }
  const unconfirmed = { role: 'member', emailVerified: false }
  const staff = { role: 'staff', emailVerified: true }
  expect(whyNotMerge(customer, customer)).toBeNull()
  expect(whyNotMerge(customer, staff)).toBe('ofStaff')
  expect(whyNotMerge(staff, customer)).toBe('ofStaff')
  expect(whyNotMerge(customer, unconfirmed)).toBe('unconfirmed')
  expect(whyNotMerge(unconfirmed, customer)).toBe('unconfirmed')
})

test('names and birthdates that are both given and differ speak against one person', () => {
  const born = { ...into, birthdate: '1963-05-12' }
  expect(whatDiffers(into, { ...from, firstname: 'ANA' })).toBeNull()
  expect(whatDiffers(into, { ...from, firstname: '', lastname: '' })).toBeNull()
  expect(whatDiffers(into, from)).toBe('name')
  expect(whatDiffers(born, { ...from, firstname: 'Ana' })).toBe('birthdate')
  expect(whatDiffers(born, from)).toBe('both')
})

test('a part is the same where all of its fields are', () => {
  expect(isPartSame('name', into, from)).toBe(false)
  expect(isPartSame('note', into, from)).toBe(true)
})

test.each([
  ['name', 'into'],
  ['phone', 'into'],
  ['birthdate', 'from'],
  ['address', 'from'],
  // A box that is ticked is no text.
  ['club', 'into'],
] as const)('of the part %s the account “%s” is proposed', (part, choice) => {
  expect(proposedChoice(part, into, from)).toBe(choice)
})

/** Records as they are stored: all texts are there, and a box that is not ticked is false. */
const nobody: StaffUserFields = {
  ...{ firstname: '', lastname: '', email: 'eva@example.com', phone: '', birthdate: '' },
  ...{ byEmail: false, byPhone: false, optionalText: '' },
  ...{ address: '', addressExtra: '', city: '', state: '', zipCode: '' },
  ...{ billDifThanShip: false, xfirstname: '', xlastname: '', xaddress: '', xaddressExtra: '' },
  ...{ xcity: '', xstate: '', xzipCode: '', membership: false, membershipLevel: '' },
  ...{ membershipText2022: '', membershipText2023: '', membershipText2024: '' },
  ...{ membershipText2025: '', membershipTextA: '', membershipTextB: '' },
}

test.each([
  ['name', { lastname: 'Sosa' }],
  ['phone', { phone: '4155550123' }],
  ['birthdate', { birthdate: '1981-04-12' }],
  ['address', { city: 'San Francisco' }],
  ['billing', { billDifThanShip: true, xcity: 'Oakland' }],
  ['club', { membership: true, membershipLevel: '12' }],
  ['club', { membershipTextB: 'Since 2019' }],
  ['note', { optionalText: 'Rings twice' }],
] as const)('the %s that only one of the two has is proposed', (part, fields) => {
  const somebody: StaffUserFields = { ...nobody, ...fields }
  expect(proposedChoice(part, nobody, somebody)).toBe('from')
  expect(proposedChoice(part, somebody, nobody)).toBe('into')
  expect(proposedChoice(part, somebody, somebody)).toBe('into')
  expect(proposedChoice(part, nobody, nobody)).toBe('into')
})

test('the chosen parts are taken as a whole, the others stay', () => {
  const merged = mergedFields(into, from, { name: 'into', birthdate: 'from', address: 'from' })
  expect(merged).toMatchObject({
    ...{ firstname: 'Ana', email: 'ana@example.com', birthdate: '1981-04-12' },
    ...{ address: '1200 Valencia Street', city: 'San Francisco', membership: false },
  })
})

test('an undone merge gives each part back that was not changed since', () => {
  const merged = mergedFields(into, from, { name: 'from', birthdate: 'from' })
  const now = { ...merged, lastname: 'Paz' }
  expect(fieldsAfterUndo(now, into, merged)).toMatchObject({
    ...{ firstname: 'Anna', lastname: 'Paz', birthdate: '', email: 'ana@example.com' },
  })
})

test('a merge can be undone for two weeks, and four seconds on the way', () => {
  expect([mergeUndoDays, undoGraceMillis]).toEqual([14, 4_000])
})
