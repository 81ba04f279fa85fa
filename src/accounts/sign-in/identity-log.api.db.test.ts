import type { FastifyInstance } from 'fastify'
import fastify from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { apiRoutes } from '#app/api.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { openTestShop } from '#tests/harness/test-shop.ts'

let testShop: TestShop
let app: FastifyInstance
/** What the log says, line by line. */
const log: string[] = []
beforeAll(async () => {
  testShop = await openTestShop()
  const stream = { write: (line: string) => void log.push(line) }
  app = fastify({ logger: { level: 'warn', stream } })
  await app.register(apiRoutes, { prefix: '/api', services: testShop.services })
})
afterAll(async () => {
  await app.close()
  await testShop.close()
})
beforeEach(() => {
  log.length = 0
})

const logged = () => log.map((line) => JSON.parse(line))

const call = (name: string, payload: object | string, remoteAddress = '127.0.0.1') =>
  app.inject({
    method: 'POST',
    url: `/api/identity/${name}`,
    remoteAddress,
    headers: {
      'content-type':
        typeof payload === 'string' ? 'application/x-www-form-urlencoded' : 'application/json',
    },
    payload,
  })

test.each([
  ['sign-in', { email: 'ana@example.com', password: 'wrong one' }, null],
  ['sign-up', { email: 'new@example.com', password: '12345' }, null],
  ['lookup', {}, 'user-token-expired'],
  ['refresh', { grant_type: 'refresh_token' }, 'user-token-expired'],
  ['sign-in-with-provider', {}, 'operation-not-allowed'],
  ['sign-in', { email: 'ana@example.com', admin: 'ana@example.com' }, 'invalid-values'],
])('of a refused %s %j the log says %s, and nothing personal', async (name, payload, code) => {
  const response = await call(name, payload)
  expect(response.statusCode).toBeGreaterThan(399)
  const line = {
    code,
    call: `/api/identity/${name}`,
    reqId: response.json().error.requestId,
    msg: 'identity call refused',
  }
  expect(logged()).toEqual(code === null ? [] : [expect.objectContaining(line)])
  expect(log.join('')).toContain(code ?? '')
  expect(log.join('')).not.toMatch(/example\.com|wrong one/)
})

test.each([
  ['popup-closed-by-user', 'google'],
  ['network-request-failed', 'login'],
  ['network-request-failed', 'registration'],
])('a browser’s report of %s at %s is logged', async (code, at) => {
  const response = await call('report', `code=${code}&at=${at}`)
  expect(response.statusCode).toBe(204)
  expect(logged()).toEqual([expect.objectContaining({ code, at, reqId: expect.any(String) })])
})

test.each([
  { code: 'invalid-credential', at: 'login' },
  { code: 'network-request-failed', at: 'ana@example.com' },
  { code: 'network-request-failed', at: 'login', email: 'ana@example.com' },
  {},
])('no other report is taken or logged: %j', async (payload) => {
  expect((await call('report', payload)).statusCode).toBe(422)
  expect(log).toEqual([])
})

test('one source can’t fill the log', async () => {
  const report = { code: 'network-request-failed', at: 'login' }
  const statuses = []
  for (let n = 0; n < 62; n++) {
    statuses.push((await call('report', report, '198.51.100.7')).statusCode)
  }
  expect(statuses).toEqual([...Array(60).fill(204), 429, 429])
  expect(log).toHaveLength(60)
  expect((await call('report', report)).statusCode).toBe(204)
})
