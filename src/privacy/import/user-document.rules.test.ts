import { expect, test } from 'vitest'

import { readUserDocument } from './user-document.rules.ts'

const today = '2026-11-20'
const whole = {
  ...{ email: ' Ana@Example.com ', firstname: ' Ana ', lastname: 'Ruiz', phone: '(415) 555-0123' },
  ...{ birthdate: '4/12/1981', byEmail: true, byPhone: 'false', membership: true },
  ...{ membershipLevel: 6, address: '1200 Valencia Street', city: 'San Francisco' },
  ...{ state: 'california', zipCode: '94110-1234', billDifThanShip: false },
  ...{ stripeCustomerId: 'cus_1', subscription: 'inactive', createdAt: '2024-03-05T17:00:00Z' },
}
const read = (change: Record<string, unknown> = {}) => {
  const result = readUserDocument({ ...whole, ...change }, today)
  if (!result.ok) throw new Error(JSON.stringify(result.errors))
  return result
}

test('a user is tidied as the form of staff does, the billing address as the other', () => {
  const { record, errors } = read()
  expect(errors).toEqual([])
  expect(record).toMatchObject({
    ...{ stripeCustomerId: 'cus_1', subscription: 'inactive' },
    registeredAt: new Date('2024-03-05T17:00:00Z'),
    fields: {
      ...{ email: 'ana@example.com', firstname: 'Ana', lastname: 'Ruiz', phone: '4155550123' },
      ...{ birthdate: '1981-04-12', byEmail: true, byPhone: false, membership: true },
      ...{ membershipLevel: '6', state: 'CA', zipCode: '94110', billDifThanShip: false },
      ...{ xfirstname: 'Ana', xaddress: '1200 Valencia Street', xstate: 'CA', xzipCode: '94110' },
    },
  })
})

test.each([
  [{ firstname: '', lastname: '', fullname: 'Ana María Ruiz' }, ['Ana', 'María Ruiz']],
  [{ firstname: '', lastname: 'Paz', fullname: 'Ana María Ruiz' }, ['Ana', 'Paz']],
  [{ firstname: 'Eva', lastname: '', fullname: 'Ana María Ruiz' }, ['Eva', '']],
  [{ firstname: 'x'.repeat(301), lastname: '' }, ['x'.repeat(300), '']],
])('the names %j are kept', (change, names) => {
  const { fields } = read(change).record
  expect([fields.firstname, fields.lastname]).toEqual(names)
})

test.each([
  [{}, 'inactive'],
  [{ subscription: 'active' }, 'active'],
  [{ subscription: '' }, null],
  [{ subscription: null }, null],
  [{ subscription: undefined }, null],
])('the subscription of %j is %j', (change, subscription) => {
  expect(read(change)).toMatchObject({ record: { subscription }, errors: [] })
})

test.each(['', null, undefined, 'none'])('the customer %j is none', (stripeCustomerId) => {
  expect(read({ stripeCustomerId })).toMatchObject({
    record: { stripeCustomerId: null },
    errors: [],
  })
})

test.each([
  ['subscription', { subscription: 'paused' }, { subscription: null }],
  ['stripeCustomerId', { stripeCustomerId: 'cus-1' }, { stripeCustomerId: null }],
  ['stripeCustomerId', { stripeCustomerId: 7 }, { stripeCustomerId: null }],
  ['byEmail', { byEmail: 'perhaps' }, { fields: { byEmail: false } }],
  ['phone', { phone: 'call me' }, { fields: { phone: '' } }],
  ['address', { address: 'here' }, { fields: { address: '' } }],
  ['address', { address: 'x'.repeat(301) }, { fields: { address: '' } }],
  ['address', { address: true }, { fields: { address: '' } }],
  ['membershipLevel', { membershipLevel: '0' }, { fields: { membershipLevel: '' } }],
  ['birthdate', { birthdate: '2020-01-01' }, { fields: { birthdate: '' } }],
])('a wrong %s is left out and named: %j', (field, change, record) => {
  const result = read(change)
  expect(result.record).toMatchObject(record)
  expect(result.errors.map((error) => error.field)).toContain(field)
})

test('a line of an address that is longer than a label has room for is kept', () => {
  const address = '1200 Valencia Street, Building 7, Apartment 1204'
  expect(read({ address })).toMatchObject({
    record: { fields: { address, xaddress: address } },
    errors: [],
  })
})

test('no level is kept without a membership, and boxes that are not there are as usual', () => {
  const { record, errors } = read({ membership: false })
  expect(record.fields).toMatchObject({ membership: false, membershipLevel: '' })
  expect(errors).toEqual([])
  const { byEmail: _, billDifThanShip: __, ...without } = whole
  expect(readUserDocument(without, today)).toMatchObject({
    record: { fields: { byEmail: false, billDifThanShip: true } },
  })
})

test('a user without a valid email is refused, with that alone', () => {
  expect(readUserDocument({ ...whole, email: 'ana', phone: 'x' }, today)).toEqual({
    ok: false,
    errors: [{ field: 'email', reason: 'This is not a valid email' }],
  })
})
