import type { FastifyInstance, InjectOptions } from 'fastify'
import fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { apiRoutes } from '#app/api.ts'
import { sentencesToRead } from '#tests/harness/identity-sentences.ts'
import { aGoogle, password, sessionsOf, somePerson } from '#tests/harness/identity.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { openTestShop } from '#tests/harness/test-shop.ts'

import type { IdentityCode } from './identity-codes.rules.ts'
import { identityError } from './identity-errors.api.ts'
import { identitySentence } from './sign-in.copy.ts'

let testShop: TestShop
let app: FastifyInstance
beforeAll(async () => {
  testShop = await openTestShop()
  testShop.services.google = aGoogle()
  app = fastify()
  await app.register(apiRoutes, { prefix: '/api', services: testShop.services })
})
afterAll(async () => {
  await app.close()
  await testShop.close()
})

const call = (name: string, payload?: object, cookie = '', more: InjectOptions = {}) =>
  app.inject({
    method: 'POST',
    url: `/api/identity/${name}`,
    headers: { ...(cookie && { cookie }) },
    ...(payload && { payload }),
    ...more,
  })
const read = (name: string) => app.inject({ url: `/api/identity/${name}` })

async function aPerson() {
  const { email } = somePerson()
  const response = await call('sign-up', { email, password, firstname: 'Ana', lastname: 'Ruiz' })
  const cookie = String(response.headers['set-cookie']).split(';', 1)[0]!
  return { email, cookie, id: response.json().localId as string }
}

describe('each code', () => {
  const known = somePerson().email
  beforeAll(() => call('sign-up', { email: known, password }))

  test.each([
    ['sign-in', { email: '', password }, 400, 'missing-email'],
    ['sign-in', { password }, 400, 'missing-email'],
    ['sign-in', { email: 'ana', password }, 400, 'invalid-email'],
    ['sign-in', { email: known, password: '' }, 400, 'missing-password'],
    ['sign-in', { email: known, password: 'wrong one' }, 401, 'invalid-credential'],
    ['sign-in', { email: 'no@example.com', password }, 401, 'invalid-credential'],
    ['sign-up', { email: known, password }, 409, 'email-already-in-use'],
    ['sign-up', { email: 'new@example.com', password: '12345' }, 400, 'weak-password'],
    ['send-out-of-band-code', { requestType: 'PASSWORD_RESET' }, 400, 'missing-email'],
    ['send-out-of-band-code', { requestType: 'PASSWORD_RESET', email: 'a' }, 400, 'invalid-email'],
    ['lookup', {}, 401, 'user-token-expired'],
    ['delete', { password }, 401, 'user-token-expired'],
    ['refresh', { grant_type: 'refresh_token' }, 401, 'user-token-expired'],
  ] as const)('%s %j is %i auth/%s', async (name, payload, status, code) => {
    const response = await call(name, payload)
    expect(response.statusCode).toBe(status)
    expect(response.json()).toEqual({
      error: {
        code: `auth/${code}`,
        message: identitySentence(code, { email: known, minLength: 6 }),
        requestId: expect.any(String),
      },
    })
  })
})

test.each(Object.entries(sentencesToRead) as [IdentityCode, string][])(
  '%s is answered: %s',
  (code, message) => {
    const error = identityError(code, { email: 'ana@example.com', minLength: 6 })
    expect(error).toMatchObject({ code: `auth/${code}`, message })
    expect(error.statusCode).toBeGreaterThan(399)
  },
)

test('signing up again while signed in says so', async () => {
  const { email, cookie } = await aPerson()
  const response = await call('sign-up', { email, password }, cookie)
  expect(response.statusCode).toBe(409)
  expect(response.json().error).toMatchObject({
    code: 'auth/email-already-in-use',
    message: `You are already registered with ${email}`,
  })
})

describe('a person', () => {
  test('signs up, is looked up, refreshes, revokes, signs in and deletes', async () => {
    const { email, cookie, id } = await aPerson()
    const found = await call('lookup', {}, cookie)
    expect(found.json().users).toEqual([
      {
        localId: id,
        email,
        emailVerified: false,
        displayName: 'Ana Ruiz',
        providerUserInfo: [{ providerId: 'password' }],
        createdAt: expect.any(String),
      },
    ])
    const fresh = await call('refresh', undefined, cookie, {
      headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'grant_type=refresh_token',
    })
    expect(fresh.json()).toMatchObject({ user_id: id, token_type: 'Cookie' })

    expect((await call('revoke', undefined, cookie)).statusCode).toBe(200)
    expect((await call('lookup', {}, cookie)).statusCode).toBe(401)

    const again = await call('sign-in', { email, password, returnSecureToken: true })
    expect(again.json()).toEqual({ localId: id, email, registered: true })
    const session = String(again.headers['set-cookie']).split(';', 1)[0]!
    expect((await call('delete', { password: 'no' }, session)).json().error.code).toBe(
      'auth/wrong-password',
    )
    expect((await call('delete', { password }, session)).statusCode).toBe(200)
    expect((await call('sign-in', { email, password })).statusCode).toBe(401)
  })

  test('no response carries a token', async () => {
    const { email, cookie, id } = await aPerson()
    const responses = [
      await call('sign-in', { email, password, returnSecureToken: true }),
      await call('lookup', {}, cookie),
      await call('refresh', { grant_type: 'refresh_token' }, cookie),
      await call('send-out-of-band-code', { requestType: 'PASSWORD_RESET', email }),
    ]
    const tokens = (await sessionsOf(testShop.db, id)).map(({ token }) => token)
    expect(tokens.length).toBeGreaterThan(1)
    for (const response of responses) {
      expect(response.statusCode).toBe(200)
      for (const token of tokens) expect(response.body).not.toContain(token)
    }
  })

  test('is sent to Google, or told that it is not to be had', async () => {
    const there = await call('sign-in-with-provider', { providerId: 'google.com' })
    expect(there.json()).toEqual({ providerId: 'google.com', authUri: 'https://google.example/' })
    const { google } = testShop.services
    testShop.services.google = null
    const gone = await call('sign-in-with-provider', { providerId: 'google.com' })
    testShop.services.google = google
    expect(gone.json().error.code).toBe('auth/operation-not-allowed')
  })

  test('has to solve the captcha where one is configured', async () => {
    const { email } = await aPerson()
    testShop.services.captcha = {
      siteKey: 'k',
      scriptUrl: '',
      isHuman: async (word) => word === 'yes',
    }
    const robot = await call('sign-in', { email, password })
    const human = await call('sign-in', { email, password, captchaResponse: 'yes' })
    testShop.services.captcha = null
    expect(robot.json().error.code).toBe('auth/captcha-check-failed')
    expect(human.statusCode).toBe(200)
  })
})

test.each([
  ['sign-in', { password }, 'auth/invalid-credential'],
  ['sign-up', { password }, undefined],
  ['send-out-of-band-code', { requestType: 'PASSWORD_RESET' }, undefined],
])('%s has to solve the captcha where one is configured', async (name, payload, next) => {
  const isHuman = async (word: string) => word === 'yes'
  testShop.services.captcha = { siteKey: 'k', scriptUrl: '', isHuman }
  const { email } = somePerson()
  const codes: unknown[] = []
  for (const captchaResponse of [undefined, 'no', 'yes']) {
    const answer = await call(name, { email, ...payload, captchaResponse })
    codes.push(answer.json().error?.code)
  }
  testShop.services.captcha = null
  const refused = 'auth/captcha-check-failed'
  expect(codes).toEqual([refused, refused, next])
})

test('requesting a recovery email has the same response for known and unknown addresses', async () => {
  const { email } = await aPerson()
  const stranger = somePerson().email
  const ask = (address: string) =>
    call('send-out-of-band-code', { requestType: 'PASSWORD_RESET', email: address })
  const [known, unknown] = [await ask(email), await ask(stranger)]
  expect(known.statusCode).toBe(unknown.statusCode)
  expect(known.body.replace(email, '')).toBe(unknown.body.replace(stranger, ''))
})

test.each([
  ['sign-in', { email: 1, password }],
  ['sign-in', { email: 'a@example.com', password, admin: true }],
  ['sign-up', { email: ['a@example.com'], password }],
  ['send-out-of-band-code', { requestType: 'VERIFY_EMAIL', email: 'a@example.com' }],
])('%s %j is refused as it stands', async (name, payload) => {
  const response = await call(name, payload)
  expect(response.statusCode).toBe(422)
  expect(response.json().error.requestId).toBeTruthy()
})

test('the rules can be read', async () => {
  expect((await read('password-policy')).json().customStrengthOptions).toMatchObject({
    minPasswordLength: 6,
    containsNumericCharacter: false,
  })
  expect((await read('recaptcha-config')).json()).toEqual({
    recaptchaEnforcementState: [{ provider: 'EMAIL_PASSWORD_PROVIDER', enforcementState: 'OFF' }],
  })
  expect((await read('authorized-domains')).json()).toEqual({ authorizedDomains: ['localhost'] })
})
