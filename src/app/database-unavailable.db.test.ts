import fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { differenceList } from '#accounting/reconciliation/difference-list.store.server.ts'
import { openDatabase, openPool } from '#platform/database/connection.server.ts'
import { viewList } from '#platform/list/view-list.actions.server.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { aMember, openTestShop, sessionCookie } from '#tests/harness/test-shop.ts'

import { apiRoutes } from './api.ts'
import { namedFailure } from './database-unavailable.ts'
import { errorPages } from './error-page.ts'
import { openLog } from './observability/log.ts'
import { addRetryAfter } from './retry-after.ts'

let app: TestShop

beforeAll(async () => {
  app = await openTestShop()
})
afterAll(() => app.close())

/** The shop with so small a pool that one who holds on to a connection has all of it. */
async function aShopWithOneConnection() {
  const pool = openPool(app.databaseUrl, 1)
  const services = { ...app.services, db: openDatabase(pool) }
  const lines: string[] = []
  const log = openLog('warn', { write: (line) => void lines.push(line) })
  const server = fastify({ loggerInstance: log })
  server.setErrorHandler(errorPages('Kohue').errorHandler)
  server.addHook('onSend', addRetryAfter)
  await server.register(apiRoutes, { prefix: '/api', services, failureOf: namedFailure })
  const owner = { id: 'o', email: 'owner@example.com', role: 'staff', duties: ['owner'] } as const
  const params = new URLSearchParams()
  server.get('/page', async () => viewList(services, owner, differenceList, params))
  const close = async () => {
    await server.close()
    await pool.end()
  }
  return { pool, server, close, errors: () => lines.map((line) => JSON.parse(line) as unknown) }
}

test('a request that finds no connection free is a 503 with Retry-After, and served once there is one', async () => {
  const { pool, server, close, errors } = await aShopWithOneConnection()
  const member = await aMember(app.db)
  const cookie = await sessionCookie(app, member)
  const asked = { url: '/api/customers/sessions/cus_1', headers: { cookie } }
  const page = { url: '/page' }

  const held = await pool.connect()
  const [call, sheet] = await Promise.all([server.inject(asked), server.inject(page)])
  expect([call.statusCode, call.headers['retry-after']]).toEqual([503, '5'])
  expect(call.json()).toMatchObject({
    error: { code: 'busy', requestId: call.headers['x-request-id'] },
  })
  expect([sheet.statusCode, sheet.headers['retry-after']]).toEqual([503, '5'])
  expect(sheet.body).toContain('The shop is very busy')
  expect(errors()).toMatchObject([{ level: 50, err: { cause: { type: expect.any(String) } } }])
  held.release()

  expect((await server.inject(page)).statusCode).toBe(200)
  await close()
})
