import { expect, test } from 'vitest'

import { knownSubscriberFields, readSubscriberDocument } from './subscriber-document.rules.ts'

const whole = {
  ...{ email: ' Ana@Example.com ', fullname: 'Ana María Ruiz', byEmail: true, byPhone: 1 },
  ...{ state: 'california', createdAt: '2024-03-05T17:00:00Z' },
}
const read = (change: Record<string, unknown> = {}) =>
  readSubscriberDocument({ ...whole, ...change })

test('a subscriber is read with the first word of the name, of the US', () => {
  expect(read()).toEqual({
    ok: true,
    errors: [],
    record: {
      fields: {
        ...{ email: 'ana@example.com', fullname: 'Ana María Ruiz', firstname: 'Ana', lastname: '' },
        ...{ phone: '', address: '', addressExtra: '', city: '', state: 'CA', zipCode: '' },
        country: 'US',
      },
      ...{ byEmail: true, byPhone: true, joinedAt: new Date('2024-03-05T17:00:00Z') },
    },
  })
})

test.each([
  [
    { country: 'AR', state: 'Mendoza' },
    { country: 'AR', state: 'Mendoza' },
  ],
  [
    { fullname: '', firstname: 'Ana', lastname: 'Ruiz' },
    { fullname: 'Ana Ruiz', firstname: 'Ana' },
  ],
  [{ firstname: 'Evita' }, { firstname: 'Evita' }],
])('%j is kept as %j', (change, fields) => {
  expect(read(change)).toMatchObject({ ok: true, errors: [], record: { fields } })
})

test.each([
  [{ byEmail: false }, false, []],
  [{ byEmail: undefined }, null, ['byEmail']],
  [{ byEmail: 'perhaps' }, null, ['byEmail']],
])('consent is never assumed: %j', (change, byEmail, named) => {
  const result = read(change)
  expect(result).toMatchObject({ ok: true, record: { byEmail } })
  expect(result.errors.map(({ field }) => field)).toEqual(named)
})

test('calls are not agreed to unless that is said', () => {
  for (const byPhone of [undefined, 'perhaps', false]) {
    expect(read({ byPhone })).toMatchObject({ record: { byPhone: false } })
  }
})

test('a wrong field is left out and named, and no first name is guessed after it', () => {
  const result = read({ firstname: 'Jo', phone: '1', city: true })
  expect(result).toMatchObject({ record: { fields: { firstname: '', phone: '', city: '' } } })
  expect(result.errors.map(({ field }) => field)).toEqual(['city', 'firstname', 'phone'])
  expect(read({ lastname: 'Li' })).toMatchObject({ record: { fields: { firstname: '' } } })
})

test.each([
  ['email', { email: 'ana', phone: '1' }],
  ['fullname', { fullname: 'Ana', phone: '1' }],
])('without a valid %s it is refused, with that alone', (field, change) => {
  const result = read(change)
  expect(result.ok).toBe(false)
  expect(result.errors.map((error) => error.field)).toEqual([field])
})

test('fields besides the form’s are known', () => {
  expect(knownSubscriberFields.slice(-4)).toEqual(['byEmail', 'byPhone', 'createdAt', 'clientUID'])
  expect(knownSubscriberFields).toHaveLength(15)
})
