import { randomUUID } from 'node:crypto'

import { eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import fastify from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { apiRoutes } from '#app/api.ts'
import { orders } from '#orders/order/tables.ts'
import { users } from '#platform/database/people.tables.ts'
import { flashOf } from '#tests/harness/flash-of.ts'
import { providerClient, cardToken, clearFaults, setFault } from '#tests/harness/provider.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { aMember, openTestShop, sessionCookie, setStock } from '#tests/harness/test-shop.ts'

import { notices } from '../notices.copy.ts'

let testShop: TestShop
let app: FastifyInstance
const wine = 'malbec-2022'
const total = 51_763
const fault = {
  error: { code: expect.any(String), message: expect.any(String), requestId: expect.any(String) },
}

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

async function aBuyer(profile: Parameters<typeof aMember>[1] = {}) {
  const member = await aMember(testShop.db, profile)
  await testShop.shop.changeCart(member, { kind: 'add', productId: wine })
  await testShop.shop.changeCart(member, { kind: 'choose-shipping', method: 'ground' })
  return { ...member, cookie: await sessionCookie(testShop, member) }
}

/** A captcha whose solution `solved` is valid once, as a solution is. */
const captchaTakingOnce = () => {
  const valid = new Set(['solved'])
  return { siteKey: 'k', scriptUrl: '', isHuman: async (word: string) => valid.delete(word) }
}

const post = (name: string, payload: object, cookie = '') =>
  app.inject({
    method: 'POST',
    url: `/api/${name}`,
    payload,
    headers: { ...(cookie && { cookie }) },
  })

const postForm = (name: string, form: Record<string, string>, cookie: string) =>
  app.inject({
    method: 'POST',
    url: `/api/${name}`,
    payload: new URLSearchParams(form).toString(),
    headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
  })

const ordersOf = (id: string) => testShop.db.select().from(orders).where(eq(orders.userId, id))

describe('where checkout asks for a captcha', () => {
  beforeEach(() => {
    testShop.services.captcha = captchaTakingOnce()
  })
  afterEach(() => {
    testShop.services.captcha = null
  })

  test.each(['cardTokenCharge', 'stripe_checkout'])(
    '%s charges nothing until it is solved',
    async (name) => {
      const { id, cookie } = await aBuyer()
      const token = await cardToken()
      const payment =
        name === 'cardTokenCharge' ? { token, amount: total } : { stripeToken: token, cantidad: 1 }
      const unsolved = await post(name, payment, cookie)
      expect(unsolved.statusCode).toBe(403)
      expect(unsolved.json().error.code).toBe('auth/captcha-check-failed')
      expect(await ordersOf(id)).toEqual([])
      const solved = await post(name, { ...payment, captchaResponse: 'solved' }, cookie)
      expect(solved.json()).toMatchObject({ status: 'succeeded' })
    },
  )

  test('the same request again has the same result, although a solution is valid once', async () => {
    const { id, cookie } = await aBuyer()
    const payment = { token: await cardToken(), amount: total, captchaResponse: 'solved' }
    const first = await post('cardTokenCharge', payment, cookie)
    const again = await post('cardTokenCharge', payment, cookie)
    expect(again.json()).toEqual(first.json())
    expect(await ordersOf(id)).toHaveLength(1)
  })

  test('a plain form is redirected to the card page with the reason', async () => {
    const { cookie } = await aBuyer()
    const form = { token: await cardToken(), amount: String(total) }
    const unsolved = await postForm('cardTokenCharge', form, cookie)
    expect(unsolved.headers.location).toBe('/card')
    expect(flashOf(unsolved.headers['set-cookie'])).toMatchObject({
      at: 'content',
      sentence: notices.captcha.sentence,
    })
    const solved = await postForm(
      'cardTokenCharge',
      { ...form, 'cf-turnstile-response': 'solved' },
      cookie,
    )
    expect(solved.headers.location).toMatch(/^\/succes/)
  })
})

describe('POST /api/cardTokenCharge', () => {
  test('pays the cart and returns the customer, whose id is saved on the user', async () => {
    const { id, cookie } = await aBuyer()
    const response = await post(
      'cardTokenCharge',
      { token: await cardToken(), amount: total },
      cookie,
    )
    expect(response.statusCode).toBe(200)
    const customer = await testShop.customerOf(id)
    expect(response.json()).toMatchObject({ status: 'succeeded', amount: total, customer })
    expect(customer).toMatch(/^cus_/)
    expect(await ordersOf(id)).toHaveLength(1)
  })

  test.each([
    ['another amount', { amount: 1 }, 400, 'disagrees'],
    ['no amount', { amount: undefined }, 422, 'invalid-values'],
    ['half a cent', { amount: 51_763.5 }, 422, 'invalid-values'],
    ['an amount as a string', { amount: '51763' }, 422, 'invalid-values'],
    ['a card instead of a token', { token: '4242424242424242' }, 422, 'invalid-values'],
    ['an unknown token', { token: 'ctoken_x' }, 400, 'token-refused'],
    ['another field', { currency: 'ars' }, 422, 'invalid-values'],
  ])('refuses %s', async (_name, changes, status, code) => {
    const { id, cookie } = await aBuyer()
    const body = { token: await cardToken(), amount: total, ...changes }
    const response = await post('cardTokenCharge', body, cookie)
    expect(response.statusCode).toBe(status)
    expect(response.json()).toEqual(fault)
    expect(response.json().error.code).toBe(code)
    expect(await ordersOf(id)).toEqual([])
  })

  test('returns the provider’s message for a declined card', async () => {
    const { cookie } = await aBuyer()
    const body = { token: await cardToken('4000000000009995'), amount: total }
    const response = await post('cardTokenCharge', body, cookie)
    expect(response.statusCode).toBe(402)
    expect(response.json().error).toMatchObject({
      code: 'card-declined',
      message: 'Your card has insufficient funds.',
    })
  })

  test('returns the bank’s challenge', async () => {
    const { cookie } = await aBuyer()
    const body = { token: await cardToken('4000002760003184'), amount: total }
    const response = await post('cardTokenCharge', body, cookie)
    expect(response.json()).toMatchObject({ status: 'requires_action' })
    expect(response.json().client_secret).toMatch(/_secret_/)
  })

  test('is 503 with a sentence while the provider is unavailable, and the history still works', async () => {
    const { cookie } = await aBuyer()
    const body = { token: await cardToken(), amount: total }
    await setFault({ match: '*', fault: 'drop-before', times: 20 })
    const away = await post('cardTokenCharge', body, cookie)
    expect(away.statusCode).toBe(503)
    expect(away.headers['retry-after']).toBe('10')
    expect(away.json().error).toMatchObject({ code: 'provider-away' })
    expect((await post('payment_intents_by_user', {}, cookie)).statusCode).toBe(200)
    await clearFaults()
    expect((await post('cardTokenCharge', body, cookie)).json().status).toBe('succeeded')
  })

  test('redirects a plain form to the thank-you page, to the bank, or back with the reason', async () => {
    const good = await aBuyer()
    const form = async (number?: string) => ({
      token: await cardToken(number),
      amount: String(total),
    })
    const paid = await postForm('cardTokenCharge', await form(), good.cookie)
    expect(paid.statusCode).toBe(303)
    expect(paid.headers.location).toMatch(/^\/succes\?payment_intent=pi_/)

    const { cookie } = await aBuyer()
    const refused = await postForm('cardTokenCharge', await form('4000000000000002'), cookie)
    expect(refused.headers.location).toBe('/card')
    expect(flashOf(refused.headers['set-cookie'])?.sentence).toBe(notices['card-declined'].sentence)
    const { testHelpers } = providerClient()
    const byBank = { payment_method: 'pm_card_authenticationRequired' }
    const token = (await testHelpers.confirmationTokens.create(byBank)).id
    const asked = await postForm('cardTokenCharge', { token, amount: String(total) }, cookie)
    expect(asked.headers.location).toMatch(/\/c\/authenticate\//)
  })
})

describe('POST /api/stripe_checkout', () => {
  test('pays the number of cases of the current release', async () => {
    const { id, cookie } = await aBuyer()
    const body = { stripeToken: await cardToken(), cantidad: 1 }
    const response = await post('stripe_checkout', body, cookie)
    expect(response.json()).toMatchObject({ status: 'succeeded', amount: total })
    expect(await ordersOf(id)).toHaveLength(1)
  })

  test.each([
    [2, 400],
    [0, 422],
    [4, 422],
  ])('refuses %i cases where the cart holds one', async (cantidad, status) => {
    const { id, cookie } = await aBuyer()
    const body = { stripeToken: await cardToken(), cantidad }
    expect((await post('stripe_checkout', body, cookie)).statusCode).toBe(status)
    expect(await ordersOf(id)).toEqual([])
  })
})

describe('POST /api/stripe_check', () => {
  test('responds to the owner only', async () => {
    const { cookie } = await aBuyer()
    const token = await cardToken()
    const { id } = (await post('cardTokenCharge', { token, amount: total }, cookie)).json()
    for (const source of [id, token]) {
      const own = await post('stripe_check', { source }, cookie)
      expect(own.json()).toMatchObject({ id, status: 'succeeded' })
      const foreign = await post('stripe_check', { source }, (await aBuyer()).cookie)
      expect(foreign.statusCode).toBe(404)
      const unknown = await post('stripe_check', { source: 'pi_nobody' }, cookie)
      expect({ ...unknown.json().error, requestId: '' }).toEqual({
        ...foreign.json().error,
        requestId: '',
      })
    }
  })

  test('takes the token of a press with a saved card, too', async () => {
    const { cookie } = await aBuyer()
    const source = `pm_nobody.${randomUUID()}`
    expect((await post('stripe_check', { source }, cookie)).statusCode).toBe(404)
  })
})

describe('POST /api/create_user', () => {
  const profile = (email: string) => ({
    name: 'Ana Ruiz',
    email,
    shipping: {
      name: 'Ana Ruiz',
      address: {
        city: 'San Francisco',
        country: 'US',
        line1: '1200 Valencia Street',
        line2: '',
        postal_code: '94110',
        state: 'CA',
      },
    },
  })

  test('creates one customer of the profile, however often it is called', async () => {
    const { id, email, cookie } = await aBuyer()
    const responses = await Promise.all(
      Array.from({ length: 3 }, () => post('create_user', { user: profile(email) }, cookie)),
    )
    const customer = await testShop.customerOf(id)
    for (const response of responses) {
      expect(response.json()).toEqual({ id: customer, object: 'customer', name: 'Ana Ruiz', email })
    }
    const known = await providerClient().customers.retrieve(customer!)
    expect(known).toMatchObject({
      email,
      shipping: { name: 'Ana Ruiz' },
    })
  })

  test.each([
    ['another name', { name: 'Eva' }, 400],
    ['another email', { email: 'eva@example.com' }, 400],
    ['another address', { shipping: { address: { line1: '1 Main Street' } } }, 400],
    ['another person', { id: '5ad0c1f0-0000-4000-8000-000000000000' }, 400],
    ['another country', { shipping: { address: { country: 'AR' } } }, 422],
  ])('refuses %s', async (_name, user, status) => {
    const { id, cookie } = await aBuyer()
    const response = await post('create_user', { user }, cookie)
    expect(response.statusCode).toBe(status)
    expect(response.json()).toEqual(fault)
    expect(await testShop.customerOf(id)).toBeNull()
  })

  test('is 503 while the provider is unavailable', async () => {
    const { cookie } = await aBuyer()
    await setFault({ match: '*', fault: 'error-before', times: 20 })
    const response = await post('create_user', {}, cookie)
    expect(response.statusCode).toBe(503)
    expect(response.json()).toEqual(fault)
  })
})

test('calls about a payment customer are limited, and an unchanged one costs none', async () => {
  const member = await aMember(testShop.db)
  const cookie = await sessionCookie(testShop, member)
  await post('create_user', {}, cookie)
  const customer = (await testShop.customerOf(member.id))!
  for (let n = 1; n <= 40; n++) {
    expect((await post('update_user', { stripeId: customer }, cookie)).statusCode).toBe(200)
  }
  const statuses: number[] = []
  for (let n = 1; n <= 30; n++) {
    const address = `${n} Valencia Street`
    await testShop.db.update(users).set({ address }).where(eq(users.id, member.id))
    statuses.push((await post('update_user', { stripeId: customer }, cookie)).statusCode)
  }
  // The customer was made with the first of thirty calls in ten minutes.
  expect(statuses.slice(0, 29).every((status) => status === 200)).toBe(true)
  expect(statuses[29]).toBe(429)
})

describe('POST /api/update_user', () => {
  const shipping = {
    name: 'Ana Ruiz',
    address: { line1: '1200 Valencia Street', state: 'California' },
  }

  test('updates the customer from the profile, and returns its id', async () => {
    const { id, cookie } = await aBuyer()
    const made = await post('update_user', { stripeId: 'none', user: { shipping } }, cookie)
    const customer = await testShop.customerOf(id)
    expect(made.json()).toMatchObject({ id: customer })
    const again = await post('update_user', { stripeId: customer, user: { shipping } }, cookie)
    expect(again.json()).toMatchObject({ id: customer })
  })

  test('treats another user’s customer as one that does not exist', async () => {
    const other = await aBuyer()
    await post('create_user', {}, other.cookie)
    const { cookie } = await aBuyer()
    for (const stripeId of [await testShop.customerOf(other.id), 'cus_nobody']) {
      const response = await post('update_user', { stripeId, user: { shipping } }, cookie)
      expect(response.statusCode).toBe(404)
      expect(response.json().error).toMatchObject({
        code: 'no-customer',
        message: 'There is no such customer.',
      })
    }
  })

  test('refuses an address that is not the profile’s', async () => {
    const { cookie } = await aBuyer()
    const elsewhere = { shipping: { address: { city: 'Provo' } } }
    const response = await post('update_user', { stripeId: 'none', user: elsewhere }, cookie)
    expect(response.statusCode).toBe(400)
  })
})

test.each([
  ['cardTokenCharge', { token: 'ctoken_x', amount: 1 }],
  ['stripe_checkout', { stripeToken: 'ctoken_x', cantidad: 1 }],
  ['stripe_check', { source: 'pi_x' }],
  ['create_user', {}],
  ['update_user', { stripeId: 'none' }],
])('%s requires sign-in', async (name, body) => {
  const response = await post(name, body)
  expect(response.statusCode).toBe(401)
  expect(response.json().error.code).toBe('not-signed-in')
})

test('a history of any length makes no request to the provider', async () => {
  const { id, cookie } = await aBuyer()
  await post('cardTokenCharge', { token: await cardToken(), amount: total }, cookie)
  await setFault({ match: '*', fault: 'drop-before', times: 50 })
  const intents = await post('payment_intents_by_user', { user: id }, cookie)
  expect(intents.json().data).toHaveLength(1)
  const url = `/api/customers/sessions/${await testShop.customerOf(id)}`
  expect((await app.inject({ url, headers: { cookie } })).statusCode).toBe(200)
  expect((await post('sessions/products-in-session/', ['cs_1'], cookie)).json()).toEqual([])
})
