import { randomUUID } from 'node:crypto'

import { eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import fastify from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { apiRoutes } from '#app/api.ts'
import { checkouts } from '#catalogue/tables.ts'
import { products } from '#catalogue/wines/tables.ts'
import { offerSentence } from '#checkout/offers/offers.copy.ts'
import { cookies } from '#platform/http/cookies.rules.ts'
import { flashOf } from '#tests/harness/flash-of.ts'
import { clearFaults, setFault } from '#tests/harness/provider.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { openTestShop, setStock } from '#tests/harness/test-shop.ts'

let testShop: TestShop
let app: FastifyInstance
const wine = 'malbec-2022'
const path = '/api/directlink-create-checkout-session'

beforeAll(async () => {
  testShop = await openTestShop()
  app = fastify()
  await app.register(apiRoutes, {
    prefix: '/api',
    services: testShop.services,
    publicUrl: 'http://shop.example',
  })
})
afterAll(async () => {
  await app.close()
  await testShop.close()
})
beforeEach(async () => {
  await clearFaults()
  await setStock(testShop.db, wine, 300)
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
  const rows = await testShop.db.select().from(checkouts)
  return rows.filter((row) => row.state === 'open')
}

describe('where checkout asks for a captcha', () => {
  beforeEach(() => {
    const isHuman = async (word: string) => word === 'solved'
    testShop.services.captcha = { siteKey: 'k', scriptUrl: '', isHuman }
  })
  afterEach(() => {
    testShop.services.captcha = null
  })

  test('no payment page opens until it is solved', async () => {
    const before = await openCheckouts()
    const wish = { product: wine, quantity: 1, ...buyer }
    const unsolved = await send(wish)
    expect(unsolved.statusCode).toBe(403)
    expect(unsolved.json().error.code).toBe('auth/captcha-check-failed')
    expect(await openCheckouts()).toHaveLength(before.length)
    const solved = await send({ ...wish, captchaResponse: 'solved' })
    expect(solved.json().url).toMatch(/\/c\/pay\/cs_/)
  })

  test('a plain form is asked on the page of the address, not before', async () => {
    const first = await sendForm({ product: wine, quantity: '1' })
    expect(first.headers.location).toBe('/offering/ship-to?quantity=1')
    const unsolved = await sendForm({ product: wine, quantity: '1', ...buyer })
    expect(unsolved.headers.location).toBe('/offering')
    expect(flashOf(unsolved.headers['set-cookie'])).toMatchObject({
      at: 'offer',
      sentence: offerSentence.captcha,
    })
    const solved = { product: wine, quantity: '1', ...buyer, 'cf-turnstile-response': 'solved' }
    expect((await sendForm(solved)).headers.location).toMatch(/\/c\/pay\/cs_/)
  })
})

describe('POST /api/directlink-create-checkout-session', () => {
  test('accepts the payload of the specification and returns the page’s URL', async () => {
    const { rateIds, priceIds, taxRateId } = testShop.services.settings
    const response = await send({
      product: { id: wine },
      quantity: 2,
      stripeShippingId1: rateIds.overnight[2],
      stripeShippingId2: rateIds.ground[2],
      stripeShippingId3: rateIds.pickup[2],
      priceProductId: priceIds[wine],
      californiaTaxId: taxRateId,
    })
    expect(response.statusCode).toBe(200)
    expect(response.headers['cache-control']).toBe('no-store')
    expect(response.json().url).toMatch(/\/c\/pay\/cs_/)
  })

  test('accepts ship-to details too, and then the page does not collect them', async () => {
    const response = await send({ product: wine, quantity: 1, ...buyer })
    expect(response.statusCode).toBe(200)
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
    ['a second rate of none', { product: wine, quantity: 1, stripeShippingId2: 'shr_1' }, 400],
    ['a third rate of none', { product: wine, quantity: 1, stripeShippingId3: 'shr_1' }, 400],
    ['a forged price', { product: wine, priceProductId: 'price_1' }, 400],
    ['a forged tax rate', { product: wine, quantity: 1, californiaTaxId: 'txr_1' }, 400],
    ['a wine that is not offered', { product: 'malbec-2021' }, 404],
    ['an address not served', { product: wine, ...buyer, state: 'UT', zipCode: '84101' }, 409],
    ['a buyer of 20', { product: wine, ...buyer, birthdate: '2010-01-01' }, 422],
  ])('refuses %s without a hold', async (_name, body, status) => {
    const response = await send(body)
    expect(response.statusCode).toBe(status)
    expect(response.json().error.message).toBeTruthy()
    expect(await openCheckouts()).toEqual([])
  })

  test('identifies a guest by the cookie: a second click is the same page', async () => {
    const cookie = `${cookies.guest.name}=${randomUUID()}`
    const [one, two] = await Promise.all([
      send({ product: wine, ...buyer }, cookie),
      send({ product: wine, ...buyer }, cookie),
    ])
    expect(two.json()).toEqual(one.json())
    expect(await openCheckouts()).toHaveLength(1)
  })

  test('redirects a plain form to the ship-to form', async () => {
    const response = await sendForm({ product: wine, quantity: '3' })
    expect(response.statusCode).toBe(303)
    expect(response.headers.location).toBe('/offering/ship-to?quantity=3')
    expect(await openCheckouts()).toEqual([])
  })

  test('redirects the form of a case that staff chose for the offer, and of one that is chosen no longer', async () => {
    const chosen = 'malbec-2021'
    const choose = (isOffered: boolean) =>
      testShop.db
        .update(products)
        .set({ isOffered, releaseState: isOffered ? 'on-sale' : 'closed' })
        .where(eq(products.id, chosen))
    await choose(true)
    const first = await sendForm({ product: chosen, quantity: '2' })
    expect(first.headers.location).toBe('/offering/ship-to?quantity=2')
    // It has no price at the provider.
    const refused = await sendForm({ product: chosen, quantity: '1', ...buyer })
    expect(refused.headers.location).toBe('/offering')
    expect(flashOf(refused.headers['set-cookie'])).toMatchObject({
      at: 'offer',
      sentence: offerSentence['price-differs'],
    })
    await choose(false)
    const late = await sendForm({ product: chosen, quantity: '2' })
    expect(late.headers.location).toBe('/offering')
    expect(flashOf(late.headers['set-cookie'])).toMatchObject({
      sentence: offerSentence['no-such-offer'],
    })
  })

  test('redirects a complete form to the payment page, and a refused one to the offer', async () => {
    const good = await sendForm({ product: wine, quantity: '1', ...buyer })
    expect(good.headers.location).toMatch(/\/c\/pay\/cs_/)
    await setStock(testShop.db, wine, 0)
    const bad = await sendForm({ product: wine, quantity: '1', ...buyer })
    expect(bad.headers.location).toBe('/offering')
    expect(flashOf(bad.headers['set-cookie'])?.sentence).toBe(offerSentence['sold-out'])
  })

  test('is 503 while the provider is unavailable', async () => {
    await setFault({ match: 'POST /v1/checkout/sessions', fault: 'error-before', times: 5 })
    const away = await send({ product: wine, ...buyer })
    expect(away.statusCode).toBe(503)
    expect(away.headers['retry-after']).toBe('10')
  })
})
