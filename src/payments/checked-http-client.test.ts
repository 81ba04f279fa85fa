import { expect, test } from 'vitest'

import { whatIsWrong } from './checked-http-client.server.ts'
import { customerParams } from './stripe-calls.adapter.server.ts'

const session = { object: 'checkout.session', id: 'cs_1' }
const path = '/v1/checkout/sessions/cs_1'

test.each<[number, unknown, string | null]>([
  [200, session, null],
  [299, session, null],
  [199, session, 'The response is 199 without an error'],
  [300, session, 'The response is 300 without an error'],
  [404, session, 'The response is 404 without an error'],
  [404, { error: { type: 'invalid_request_error' } }, null],
  [200, null, 'The response is no object'],
  [200, 'cs_1', 'The response is no object'],
  [200, { id: 'cs_1' }, 'The response has no type'],
  [200, { object: 'checkout.session' }, 'The response has no id'],
  [200, { object: 'list' }, 'The list has no data'],
  [200, { object: 'list', data: [] }, null],
  [200, { object: 'balance' }, null],
  [200, { ...session, id: 'cs_2' }, 'The response is about another object'],
  [200, { ...session, currency: 'eur' }, null],
  [200, { ...session, currency: 'eur', metadata: {} }, null],
  [200, { ...session, currency: 'usd', metadata: { checkout: 'x' } }, null],
  [
    200,
    { ...session, currency: 'eur', metadata: { checkout: 'x' } },
    'The response is in another currency',
  ],
])('%i %j: %s', (status, body, wrong) => {
  expect(whatIsWrong(path, status, body)).toBe(wrong)
})

test('a customer is sent with the telephone and the address that the profile has', () => {
  const ana = { name: 'Ana Ruiz', email: 'ana@example.com', phone: '', shipping: null }
  expect(customerParams(ana)).toEqual({ name: 'Ana Ruiz', email: 'ana@example.com' })
  const address = {
    line1: '1 Main Street',
    line2: '',
    city: 'Napa',
    state: 'CA',
    postalCode: '94558',
  }
  expect(
    customerParams({ ...ana, phone: '4155550123', shipping: { name: 'Ana', address } } as never),
  ).toMatchObject({
    ...{ phone: '4155550123' },
    shipping: {
      name: 'Ana',
      address: { line1: '1 Main Street', postal_code: '94558', country: 'US' },
    },
  })
})
