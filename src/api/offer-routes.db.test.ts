import { randomUUID } from 'node:crypto'

import type { FastifyInstance } from 'fastify'
import fastify from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { checkouts } from '#data/schema/trade.ts'
import { guestCookie } from '#domain/guest-token.ts'
import { clearFaults, setFault } from '#tests/harness/provider.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { openTestShop, setStock } from '#tests/harness/test-shop.ts'

import { apiRoutes } from './routes.ts'

let house: TestShop
let app: FastifyInstance
const wine = 'malbec-2022'
const path = '/api/directlink-create-checkout-session'

beforeAll(async () => {
  house = await openTestShop()
  app = fastify()
  await app.register(apiRoutes, { prefix: '/api', shop: house.shop })
})
afterAll(async () => {
  await app.close()
  await house.close()
})
beforeEach(async () => {
  await clearFaults()
  await setStock(house.db, wine, 300)
})

const send = (payload: unknown, cookie = '') =>
  app.inject({ method: 'POST', url: path, payload: payload as object, headers: { cookie } })

const sendForm = (fields: Record<string, string>) =>
  app.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  })

const buyer = {
  name: 'Eva Marsh',
  email: 'eva@example.com',
  phone: '5125550123',
  birthdate: '1980-02-03',
  statement: 'yes',
  address: '400 Congress Ave',
  city: 'Austin',
  state: 'TX',
  zipCode: '78701',
}

const openCheckouts = async () => {
  const rows = await house.db.select().from(checkouts)
  return rows.filter((row) => row.state === 'open')
}

describe('POST /api/directlink-create-checkout-session', () => {
  test('takes the payload of the specification and answers the page’s address', async () => {
    const { rateIds, priceIds, taxRateId } = house.parts.settings
    const answer = await send({
      product: { id: wine },
      quantity: 2,
      stripeShippingId1: rateIds.overnight[2],
      stripeShippingId2: rateIds.ground[2],
      stripeShippingId3: rateIds.pickup[2],
      priceProductId: priceIds[wine],
      californiaTaxId: taxRateId,
    })
    expect(answer.statusCode).toBe(200)
    expect(answer.json().url).toMatch(/\/c\/pay\/cs_/)
  })

  test('takes where it goes beside it, and then the page does not ask', async () => {
    const answer = await send({ product: wine, quantity: 1, ...buyer })
    expect(answer.statusCode).toBe(200)
    const [checkout] = await openCheckouts()
    expect(checkout!.shipTo).toMatchObject({ city: 'Austin', birthdate: '1980-02-03' })
  })

  test.each([
    ['no product', { quantity: 1 }, 422],
    ['four cases', { product: wine, quantity: 4 }, 422],
    ['half a case', { product: wine, quantity: 0.5 }, 422],
    ['an unknown field', { product: wine, amount: 1 }, 422],
    ['two bottles', { product: 'malbec-2021-bottle', quantity: 2 }, 400],
    ['a rate of another quantity', { product: wine, quantity: 1, stripeShippingId1: 'shr_1' }, 400],
    ['a forged price', { product: wine, priceProductId: 'price_1' }, 400],
    ['a wine that is not offered', { product: 'malbec-2021' }, 404],
    ['an address not served', { product: wine, ...buyer, state: 'UT', zipCode: '84101' }, 409],
    ['somebody of 20', { product: wine, ...buyer, birthdate: '2010-01-01' }, 422],
  ])('refuses %s and holds nothing', async (_name, body, status) => {
    const answer = await send(body)
    expect(answer.statusCode).toBe(status)
    expect(answer.json().error.message).toBeTruthy()
    expect(await openCheckouts()).toEqual([])
  })

  test('knows a guest by their cookie: a second click is the same page', async () => {
    const cookie = `${guestCookie.name}=${randomUUID()}`
    const [one, two] = await Promise.all([
      send({ product: wine, ...buyer }, cookie),
      send({ product: wine, ...buyer }, cookie),
    ])
    expect(two.json()).toEqual(one.json())
    expect(await openCheckouts()).toHaveLength(1)
  })

  test('sends a plain form to where we ask for the address', async () => {
    const answer = await sendForm({ product: wine, quantity: '3' })
    expect(answer.statusCode).toBe(303)
    expect(answer.headers.location).toBe('/offering/ship-to?quantity=3')
    expect(await openCheckouts()).toEqual([])
  })

  test('sends a whole form to the payment page, and what is refused back to the offer', async () => {
    const good = await sendForm({ product: wine, quantity: '1', ...buyer })
    expect(good.headers.location).toMatch(/\/c\/pay\/cs_/)
    await setStock(house.db, wine, 0)
    const bad = await sendForm({ product: wine, quantity: '1', ...buyer })
    expect(bad.headers.location).toBe('/offering?notice=sold-out')
  })

  test('says 503 while the provider is away', async () => {
    await setFault({ match: 'POST /v1/checkout/sessions', fault: 'error-before', times: 5 })
    const away = await send({ product: wine, ...buyer })
    expect(away.statusCode).toBe(503)
    expect(away.headers['retry-after']).toBe('10')
  })
})
