import { eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import fastify from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { apiRoutes } from '#app/api.ts'
import { checkouts } from '#catalogue/tables.ts'
import { cardToken, clearFaults } from '#tests/harness/provider.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { aMember, openTestShop, sessionCookie, setStock } from '#tests/harness/test-shop.ts'

let testShop: TestShop
let app: FastifyInstance
const wine = 'malbec-2022'

beforeAll(async () => {
  testShop = await openTestShop()
  app = fastify()
  await app.register(apiRoutes, { prefix: '/api', services: testShop.services })
})
afterAll(async () => {
  await app.close()
  await testShop.close()
})
beforeEach(async () => {
  await clearFaults()
  await setStock(testShop.db, wine, 300)
})

type Buyer = { id: string; email: string; cookie: string; customer: string }

/** A member with a payment customer and a cart. */
async function aBuyer(): Promise<Buyer> {
  const member = await aMember(testShop.db)
  await testShop.shop.changeCart(member, { kind: 'add', productId: wine })
  await testShop.shop.changeCart(member, { kind: 'choose-shipping', method: 'ground' })
  const cookie = await sessionCookie(testShop, member)
  await app.inject({ method: 'POST', url: '/api/create_user', payload: {}, headers: { cookie } })
  return { ...member, cookie, customer: (await testShop.customerOf(member.id))! }
}

/** Each checkout call with an honest payload, to which a test adds records. */
const calls: Record<string, (buyer: Buyer) => object | Promise<object>> = {
  'create-checkout-session': () => ({ quantity: 1 }),
  'directlink-create-checkout-session': () => ({ product: wine, quantity: 1 }),
  cardTokenCharge: async () => ({ token: await cardToken(), amount: 51_763 }),
  stripe_checkout: async () => ({ stripeToken: await cardToken(), cantidad: 1 }),
  create_user: () => ({}),
  update_user: ({ customer }) => ({ stripeId: customer }),
}
const buying = Object.keys(calls).filter((name) => !name.endsWith('_user'))

async function send(name: string, buyer: Buyer, records: object) {
  const payload = { ...(await calls[name]!(buyer)), ...records }
  return app.inject({
    method: 'POST',
    url: `/api/${name}`,
    payload,
    headers: { cookie: buyer.cookie },
  })
}

const checkoutsOf = (id: string) =>
  testShop.db.select().from(checkouts).where(eq(checkouts.userId, id))

describe.each(Object.keys(calls))('%s: a user record', (name) => {
  test('that agrees is accepted, and so are fields that are not compared', async () => {
    const buyer = await aBuyer()
    const { id, email, customer } = buyer
    const user = { id, clientUID: id, email: email.toUpperCase(), stripeCustomerId: customer }
    const response = await send(name, buyer, {
      user: { ...user, membership: false, xcity: 'Rome' },
    })
    expect(response.statusCode, response.body).toBe(200)
  })

  test('that disagrees in anything is refused, and nothing is made', async () => {
    const buyer = await aBuyer()
    const other = await aBuyer()
    for (const claim of [
      { id: other.id },
      { id: other.customer },
      { clientUID: other.id },
      { id: buyer.id, clientUID: other.id },
      { id: buyer.id, email: other.email },
      { id: buyer.id, stripeCustomerId: other.customer },
      { customer: other.customer },
    ]) {
      const response = await send(name, buyer, { user: claim })
      expect(response.statusCode, JSON.stringify(claim)).toBe(400)
      expect(response.json().error.code).toBe('disagrees')
    }
    expect(await checkoutsOf(buyer.id)).toEqual([])
  })
})

describe.each(buying)('%s: a product record', (name) => {
  test('that agrees is accepted, and so are fields that are not compared', async () => {
    const buyer = await aBuyer()
    const product = { id: wine, title: '2022 Malbec', price: 450, quantity: 1, images: [] }
    const response = await send(name, buyer, { product })
    expect(response.statusCode, response.body).toBe(200)
  })

  test('that disagrees in anything is refused, and nothing is made', async () => {
    const buyer = await aBuyer()
    for (const claim of [
      { id: wine, price: 1 },
      { id: wine, price: '$1.00' },
      { id: wine, price: { unit_amount: 1 } },
      { id: wine, title: '2021 Malbec' },
      { id: wine, titleCart: 'Cabernet' },
      { id: 'no-such-wine' },
    ]) {
      const response = await send(name, buyer, { product: claim })
      expect(response.statusCode, JSON.stringify(claim)).toBe(400)
      expect(response.json().error.code).toBe('disagrees')
    }
    expect(await checkoutsOf(buyer.id)).toEqual([])
  })
})

test('a guest of an offer may not claim to be a user', async () => {
  const { id, email, customer } = await aBuyer()
  for (const user of [id, { id }, { email }, { stripeCustomerId: customer }]) {
    const response = await app.inject({
      method: 'POST',
      url: '/api/directlink-create-checkout-session',
      payload: { product: wine, quantity: 1, user },
    })
    expect(response.statusCode, JSON.stringify(user)).toBe(400)
  }
  expect(await checkoutsOf(id)).toEqual([])
})
