import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { FastifyInstance } from 'fastify'
import fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { apiRoutes } from '#app/api.ts'
import { aGoogle, password, somePerson } from '#tests/harness/identity.ts'
import { cardToken, signedEvent } from '#tests/harness/provider.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { aMember, openTestShop, sessionCookie } from '#tests/harness/test-shop.ts'

type Operation = {
  operationId: string
  summary: string
  security: object[]
  responses: Record<string, { content?: Record<string, { schema: object }> }>
}
type Document = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, object> }
}

let testShop: TestShop
let app: FastifyInstance
let address: string
let document: Document
const registered: string[] = []
const wine = 'malbec-2022'

beforeAll(async () => {
  testShop = await openTestShop()
  testShop.services.google = aGoogle()
  app = fastify()
  app.addHook('onRoute', ({ method, url, schema }) => {
    const isHidden = (schema as { hide?: boolean } | undefined)?.hide
    if (!isHidden && method !== 'HEAD') registered.push(`${String(method).toLowerCase()} ${url}`)
  })
  await app.register(apiRoutes, { prefix: '/api', services: testShop.services })
  address = await app.listen({ port: 0, host: '127.0.0.1' })
  document = (await (await fetch(`${address}/api/openapi.json`)).json()) as Document
})
afterAll(async () => {
  await app.close()
  await testShop.close()
})

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )

/** A member who has signed in; with a case in the cart unless it is to be empty. */
async function signedIn({ cart = true } = {}) {
  const member = await aMember(testShop.db)
  if (cart) {
    await testShop.shop.changeCart(member, { kind: 'add', productId: wine })
    await testShop.shop.changeCart(member, { kind: 'choose-shipping', method: 'ground' })
  }
  return { ...member, cookie: await sessionCookie(testShop, member) }
}

type Sent = { path?: string; body?: unknown; headers?: Record<string, string> }

const event = () => {
  const { body, signature } = signedEvent('checkout.session.completed', 'cs_test_nobody')
  return {
    body: body.toString(),
    headers: { 'stripe-signature': signature, 'content-type': 'application/json' },
  }
}

/** How each call is made so that it succeeds. A call without an entry here fails the test. */
const good: Record<string, () => Promise<Sent> | Sent> = {
  'get /api/openapi.json': () => ({}),
  'get /api/test': () => ({}),
  'post /api/stripe/webhook': () => event(),
  'post /api/create-checkout-session': async () => as(await signedIn(), {}),
  'post /api/directlink-create-checkout-session': () => ({ body: { product: wine, quantity: 1 } }),
  'post /api/cardTokenCharge': async () =>
    as(await signedIn(), { token: await cardToken(), amount: 51_763 }),
  'post /api/stripe_checkout': async () =>
    as(await signedIn(), { stripeToken: await cardToken(), cantidad: 1 }),
  'post /api/stripe_check': async () => {
    const member = await signedIn()
    const token = await cardToken()
    await testShop.shop.payByCard(member, { token, amount: 51_763 })
    return as(member, { source: token })
  },
  'post /api/create_user': async () => as(await signedIn(), { user: { name: 'Ana Ruiz' } }),
  'post /api/update_user': async () => as(await signedIn(), { stripeId: 'none' }),
  'post /api/payment_intents_by_user': async () => as(await signedIn(), {}),
  'get /api/customers/sessions/{stripeCustomerId}': async () => {
    const member = await signedIn()
    await testShop.shop.createOwnCustomer({ id: member.id, address: '' })
    const customer = await testShop.customerOf(member.id)
    return { ...as(member), path: `/api/customers/sessions/${customer}` }
  },
  'post /api/sessions/products-in-session/': async () => as(await signedIn(), []),
  'post /api/identity/sign-up': () => ({
    body: { ...somePerson(), firstName: undefined, lastName: undefined },
  }),
  'post /api/identity/sign-in': async () => {
    const { email } = somePerson()
    await ask('post', { path: '/api/identity/sign-up', body: { email, password } })
    return { body: { email, password } }
  },
  'post /api/identity/sign-in-with-provider': () => ({ body: { providerId: 'google.com' } }),
  'post /api/identity/send-out-of-band-code': () => ({
    body: { requestType: 'PASSWORD_RESET', email: somePerson().email },
  }),
  'post /api/identity/lookup': async () => as(await signedIn(), {}),
  'post /api/identity/delete': async () => {
    const { email } = somePerson()
    const made = await ask('post', { path: '/api/identity/sign-up', body: { email, password } })
    const cookie = made.headers.getSetCookie()[0]!.split(';', 1)[0]!
    return { headers: { cookie }, body: { password } }
  },
  'post /api/identity/revoke': async () => as(await signedIn(), {}),
  'post /api/identity/refresh': async () => as(await signedIn(), { grant_type: 'refresh_token' }),
  'post /api/identity/report': () => ({
    body: { code: 'popup-closed-by-user', at: 'login' },
  }),
  'get /api/identity/recaptcha-config': () => ({}),
  'get /api/identity/password-policy': () => ({}),
  'get /api/identity/authorized-domains': () => ({}),
}

const as = ({ cookie }: { cookie: string }, body?: unknown): Sent => ({ headers: { cookie }, body })

function ask(method: string, { path, body, headers }: Sent): Promise<Response> {
  const text = typeof body === 'string' ? body : body === undefined ? null : JSON.stringify(body)
  return fetch(`${address}${path}`, {
    method: method.toUpperCase(),
    headers: { ...(text !== null && { 'content-type': 'application/json' }), ...headers },
    body: text,
    redirect: 'manual',
  })
}

/** Why a response is not what the document says of its status; null when it is. */
async function misfit(operation: Operation, response: Response): Promise<string | null> {
  const described = operation.responses[String(response.status)]
  if (!described) return `${response.status} is not documented`
  if (!described.content?.['application/json']) return null
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  const isFit = ajv.compile({
    ...described.content['application/json'].schema,
    components: document.components,
  })
  return isFit(await response.json()) ? null : ajv.errorsText(isFit.errors)
}

describe('the OpenAPI document', () => {
  test('is valid', async () => {
    const result = await new Validator().validate(structuredClone(document))
    expect(result.errors ?? []).toEqual([])
    expect(result.valid).toBe(true)
  })

  test('names every call there is, and each can be tried here', () => {
    const documented = operations().map(({ path, method }) => `${method} ${path}`)
    const known = registered.map((call) => call.replace(/:(\w+)/g, '{$1}'))
    expect(documented.toSorted()).toEqual(known.toSorted())
    expect(Object.keys(good).toSorted()).toEqual(documented.toSorted())
  })

  test('says of each what it does, who may, and how it fails', () => {
    for (const { path, operation } of operations()) {
      expect(operation.summary, path).toMatch(/\.$/)
      expect(operation.operationId, path).toMatch(/^[a-z][A-Za-z_]+$/)
      expect(operation.security, path).toBeInstanceOf(Array)
      for (const status of ['500', '503']) {
        expect(Object.keys(operation.responses), path).toContain(status)
      }
      for (const [status, { content }] of Object.entries(operation.responses)) {
        if (Number(status) < 400) continue
        const schema = content?.['application/json']?.schema
        expect(schema, `${path} ${status}`).toEqual({ $ref: '#/components/schemas/Error' })
      }
    }
  })

  test('agrees with what each call really returns', async () => {
    for (const { path, method, operation } of operations()) {
      const call = `${method} ${path}`
      const response = await ask(method, { path, ...(await good[call]!()) })
      expect([200, 204], call).toContain(response.status)
      expect(await misfit(operation, response), call).toBeNull()
    }
  })

  test('demands the login of each call of members before it looks at what was sent', async () => {
    const members = operations().filter(
      ({ operation }) => 'session' in (operation.security[0] ?? {}),
    )
    expect(members.map(({ path }) => path).toSorted()).toEqual([
      '/api/cardTokenCharge',
      '/api/create-checkout-session',
      '/api/create_user',
      '/api/customers/sessions/{stripeCustomerId}',
      '/api/identity/delete',
      '/api/identity/lookup',
      '/api/identity/refresh',
      '/api/payment_intents_by_user',
      '/api/sessions/products-in-session/',
      '/api/stripe_check',
      '/api/stripe_checkout',
      '/api/update_user',
    ])
    for (const { path, method, operation } of members) {
      const complete = await good[`${method} ${path}`]!()
      for (const body of method === 'get'
        ? [undefined]
        : [complete.body, {}, '{', '"text"', '[1', undefined]) {
        const refused = await ask(method, { path, body })
        expect(refused.status, `${path} ${JSON.stringify(body)}`).toBe(401)
        expect(await misfit(operation, refused), path).toBeNull()
      }
      if (method === 'get') continue
      const xml = await ask(method, {
        path,
        body: '<a/>',
        headers: { 'content-type': 'application/xml' },
      })
      expect(xml.status, path).toBe(401)
    }
  })

  test('agrees with how each call refuses', async () => {
    for (const { path, method, operation } of operations()) {
      const call = `${method} ${path}`
      const stranger = await ask(method, { path, body: method === 'post' ? {} : undefined })
      if (stranger.status >= 400) expect(await misfit(operation, stranger), call).toBeNull()
      if (method !== 'post') continue
      const { headers } = await good[call]!()
      for (const body of ['{', '[{"no":', '"text"', '{"unknown":1}']) {
        const refused = await ask(method, { path, body, headers: { ...headers } })
        if (refused.status < 400) continue
        expect(await misfit(operation, refused), `${call} ${body}`).toBeNull()
      }
      const xml = await ask(method, {
        path,
        body: '<a/>',
        headers: { ...headers, 'content-type': 'application/xml' },
      })
      expect(await misfit(operation, xml), call).toBeNull()
    }
  })
})
