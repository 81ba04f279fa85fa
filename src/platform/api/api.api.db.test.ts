import { eq, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import fastify from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { apiRoutes } from '#app/api.ts'
import { errorPages } from '#app/error-page.ts'
import { checkouts } from '#catalogue/tables.ts'
import { notices } from '#checkout/notices.copy.ts'
import { flashOf } from '#tests/harness/flash-of.ts'
import { clearFaults, payAt, setFault, signedEvent } from '#tests/harness/provider.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { aMember, openTestShop, sessionCookie, setStock } from '#tests/harness/test-shop.ts'

let testShop: TestShop
let app: FastifyInstance
const wine = 'malbec-2022'
const path = '/api/create-checkout-session'

beforeAll(async () => {
  testShop = await openTestShop()
  app = fastify({ bodyLimit: 64 * 1024 })
  app.setNotFoundHandler(errorPages('Kohue').notFoundHandler)
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

async function aBuyer() {
  const member = await aMember(testShop.db)
  await testShop.shop.changeCart(member, { kind: 'add', productId: wine })
  await testShop.shop.changeCart(member, { kind: 'choose-shipping', method: 'ground' })
  return { ...member, cookie: await sessionCookie(testShop, member) }
}

type Sent = { cookie?: string; body?: unknown; form?: Record<string, string>; type?: string }

const post = (url: string, { cookie, body, form, type }: Sent) =>
  app.inject({
    method: 'POST',
    url,
    headers: {
      ...(cookie && { cookie }),
      'content-type': type ?? (form ? 'application/x-www-form-urlencoded' : 'application/json'),
    },
    payload: form
      ? new URLSearchParams(form).toString()
      : typeof body === 'string'
        ? body
        : JSON.stringify(body ?? {}),
  })

const nothingStarted = async (userId: string) => {
  const rows = await testShop.db.select().from(checkouts).where(eq(checkouts.userId, userId))
  expect(rows).toEqual([])
}

test('who said to be under 21 makes no call that writes, signed in or not', async () => {
  const { id, cookie } = await aBuyer()
  for (const own of [`${cookie}; ageRefused=younger`, 'ageKey=older; ageRefused=younger']) {
    const response = await post(path, { cookie: own })
    expect([response.statusCode, response.json().error.code]).toEqual([403, 'not-allowed'])
  }
  await nothingStarted(id)
})

describe('POST /api/create-checkout-session', () => {
  test('answers JSON with the page’s address', async () => {
    const { cookie, id } = await aBuyer()
    const response = await post(path, {
      cookie,
      body: {
        user: { id },
        product: wine,
        quantity: 1,
        stripeShippingId: testShop.services.settings.rateIds.ground[1],
        priceProductId: testShop.services.settings.priceIds[wine],
        californiaTaxId: testShop.services.settings.taxRateId,
      },
    })
    expect(response.statusCode).toBe(200)
    expect(response.json().url).toMatch(/\/c\/pay\/cs_/)
  })

  test('sends a plain form to the page, and its faults back to the cart', async () => {
    const { cookie, ...member } = await aBuyer()
    const good = await post(path, { cookie, form: { quantity: '1' } })
    expect(good.statusCode).toBe(303)
    expect(good.headers.location).toMatch(/\/c\/pay\/cs_/)
    await testShop.shop.changeCart(member, { kind: 'set-quantity', productId: wine, quantity: 0 })
    const bad = await post(path, { cookie, form: {} })
    expect(bad.statusCode).toBe(303)
    expect(bad.headers.location).toBe('/members?cart=open')
    expect(flashOf(bad.headers['set-cookie'])).toMatchObject({
      at: 'cart',
      sentence: notices['empty-cart'].sentence,
    })
  })

  test('sends a visitor’s form to log in, and refuses a visitor’s JSON', async () => {
    const form = await post(path, { form: { quantity: '1' } })
    expect(form.headers.location).toBe('/login?to=%2Fmembers%3Fcart%3Dopen')
    const json = await post(path, { body: {} })
    expect(json.statusCode).toBe(401)
    expect(json.json().error).toMatchObject({ code: 'not-signed-in' })
    expect(json.json().error.requestId).toBeTruthy()
  })

  test.each([
    ['a quantity of 0', { quantity: 0 }, 422],
    ['a quantity of 4', { quantity: 4 }, 422],
    ['a quantity of −1', { quantity: -1 }, 422],
    ['a quantity of 1.5', { quantity: 1.5 }, 422],
    ['a quantity in words', { quantity: '2' }, 422],
    ['a quantity of a thousand million', { quantity: 1e9 }, 422],
    ['a quantity that is not in the cart', { quantity: 2 }, 400],
    ['an unknown field', { amount: 1 }, 422],
    ['a forged price', { priceProductId: 'price_1' }, 400],
    ['a forged rate', { stripeShippingId: 'shr_1' }, 400],
    ['a forged tax', { californiaTaxId: 'txr_1' }, 400],
    ['another person', { user: '5ad0c1f0-0000-4000-8000-000000000000' }, 400],
    ['another wine', { product: { id: 'malbec-2021' } }, 400],
    ['an array', [1, 2], 422],
    ['broken JSON', '{"quantity": 1', 400],
    ['a text', '"hello"', 422],
  ])('refuses %s and changes nothing', async (_name, body, status) => {
    const { cookie, id } = await aBuyer()
    const response = await post(path, { cookie, body })
    expect(response.statusCode).toBe(status)
    expect(response.json()).toEqual({
      error: {
        code: expect.any(String),
        message: expect.any(String),
        requestId: expect.any(String),
      },
    })
    await nothingStarted(id)
  })

  test('refuses a huge body, another type and another method, each by its status', async () => {
    const { cookie, id } = await aBuyer()
    const huge = await post(path, { cookie, body: { user: 'x'.repeat(100_000) } })
    expect(huge.statusCode).toBe(413)
    const xml = await post(path, { cookie, body: '<a/>', type: 'application/xml' })
    expect(xml.statusCode).toBe(415)
    const got = await app.inject({ method: 'GET', url: path })
    expect(got.statusCode).toBe(405)
    expect(got.headers.allow).toBe('POST')
    const lost = await app.inject({ method: 'GET', url: '/api/nothing' })
    expect(lost.statusCode).toBe(404)
    for (const one of [huge, xml, got, lost]) expect(one.json().error.code).toBeTruthy()
    await nothingStarted(id)
  })

  test('says 503 while the provider is away, and opens the page once it is back', async () => {
    const { cookie } = await aBuyer()
    await setFault({ match: 'POST /v1/checkout/sessions', fault: 'error-before', times: 5 })
    const away = await post(path, { cookie, body: {} })
    expect(away.statusCode).toBe(503)
    expect(away.json().error.code).toBe('provider-away')
    expect(away.headers['retry-after']).toBe('10')
    await clearFaults()
    expect((await post(path, { cookie, body: {} })).statusCode).toBe(200)
  })
})

describe('the history of payments', () => {
  test('is told to its owner, and of nobody else', async () => {
    const buyer = await aBuyer()
    const started = await post(path, { cookie: buyer.cookie, body: {} })
    await payAt(started.json().url)
    await testShop.shop.settlePendingPayments()
    const other = await aBuyer()

    const own = await post('/api/payment_intents_by_user', { cookie: buyer.cookie, body: {} })
    expect(own.json().data).toHaveLength(1)
    const { rows } = await testShop.db.execute<{ seconds: number; day: string }>(sql`
      select floor(extract(epoch from created_at))::int as seconds,
        to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as day
      from orders where user_id = ${buyer.id}`)
    const [{ seconds: created, day: createdAt }] = rows as [(typeof rows)[number]]
    expect(own.json().data[0]).toMatchObject({ amount: 51_763, created })

    const asked = { user: { id: buyer.id } }
    const foreign = await post('/api/payment_intents_by_user', {
      cookie: other.cookie,
      body: asked,
    })
    expect(foreign.statusCode).toBe(404)

    const user = await testShop.shop.identify(new Headers({ cookie: buyer.cookie }))
    const customer = await testShop.customerOf(user.viewer!.id)
    const get = (cookie: string) =>
      app.inject({ url: `/api/customers/sessions/${customer}`, headers: { cookie } })
    const sessions = (await get(buyer.cookie)).json().data
    expect(sessions).toMatchObject([
      { created, status: 'complete', amount_subtotal: 45_000, amount_total: 51_763 },
    ])
    expect((await get(other.cookie)).statusCode).toBe(404)

    const ids = sessions.map((session: { id: string }) => session.id)
    const products = (cookie: string) =>
      post('/api/sessions/products-in-session/', { cookie, body: ids })
    expect((await products(buyer.cookie)).json()[0]).toMatchObject({
      ...{ id: ids[0], createdAt, amount_subtotal: 45_000 },
      lineItems: [
        {
          description: '2022 Malbec, 3-pack of 750ml',
          quantity: 1,
          price: { unit_amount: 45_000 },
        },
      ],
    })
    expect((await products(other.cookie)).json()).toEqual([])

    const staff = await sessionCookie(testShop, await aMember(testShop.db, { role: 'staff' }))
    const asStaff = await post('/api/payment_intents_by_user', { cookie: staff, body: asked })
    expect(asStaff.json().data).toHaveLength(1)
    expect((await get(staff)).json().data).toHaveLength(1)
    expect((await products(staff)).json()).toHaveLength(1)

    const { email } = user.viewer!
    const stripeCustomerId = customer!
    const references = [
      buyer.id,
      email,
      stripeCustomerId,
      { clientUID: buyer.id },
      { email },
      { stripeCustomerId },
      { id: buyer.id, clientUID: buyer.id, email, stripeCustomerId },
    ]
    for (const named of references) {
      const of = (cookie: string) =>
        post('/api/payment_intents_by_user', { cookie, body: { user: named } })
      const said = JSON.stringify(named)
      expect((await of(buyer.cookie)).json().data, said).toHaveLength(1)
      expect((await of(staff)).json().data, said).toHaveLength(1)
      expect((await of(other.cookie)).statusCode, said).toBe(404)
    }
    const mixed = [
      { id: other.id, email },
      { id: other.id, stripeCustomerId },
      { id: other.id, clientUID: buyer.id },
      { email: 'nobody@example.com' },
      'cus_unknown',
      'unknown',
    ]
    for (const named of mixed) {
      const body = { user: named }
      for (const cookie of [other.cookie, staff]) {
        const response = await post('/api/payment_intents_by_user', { cookie, body })
        expect(response.statusCode, JSON.stringify(named)).toBe(404)
      }
    }
    const byEmail = (cookie: string) =>
      app.inject({ url: `/api/customers/sessions/${email}`, headers: { cookie } })
    expect((await byEmail(staff)).json().data).toHaveLength(1)
    expect((await byEmail(other.cookie)).statusCode).toBe(404)
  })
})

describe('POST /api/stripe/webhook', () => {
  const send = (body: Buffer | string, signature?: string) =>
    app.inject({
      method: 'POST',
      url: '/api/stripe/webhook',
      headers: {
        'content-type': 'application/json',
        ...(signature && { 'stripe-signature': signature }),
      },
      payload: body,
    })

  test('takes a signed event and refuses an unsigned or forged one', async () => {
    const { body, signature } = signedEvent('checkout.session.completed', 'cs_test_nobody')
    expect((await send(body, signature)).statusCode).toBe(200)
    expect((await send(body)).statusCode).toBe(400)
    expect((await send(body, 't=1,v1=00')).json().error.code).toBe('forged')
  })

  test('asks for the event again while the provider is away', async () => {
    const { body, signature } = signedEvent('checkout.session.completed', 'cs_test_later')
    await setFault({ match: 'GET /v1/checkout/sessions/*', fault: 'error-before', times: 5 })
    expect((await send(body, signature)).statusCode).toBe(503)
    await clearFaults()
    expect((await send(body, signature)).statusCode).toBe(200)
  })
})

test('GET /api/test says that the service is up, and nothing else', async () => {
  const response = await app.inject({ url: '/api/test' })
  expect(response.json()).toEqual({ status: 'up' })
})
