import fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { apiRoutes } from '#api/routes.ts'
import { openDatabase, openPool } from '#data/connection.server.ts'
import { openShop } from '#use-cases/shop.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { aMember, openTestShop, sessionCookie } from '#tests/harness/test-shop.ts'

import { tellingAway } from './database-away.ts'
import { openLog } from './observability/log.ts'
import { plainPageHandler } from './plain-page.ts'

let house: TestShop

beforeAll(async () => {
  house = await openTestShop()
})
afterAll(() => house.close())

/** The shop with so small a pool that one who holds on to a connection has all of it. */
async function aShopWithOneConnection() {
  const pool = openPool(house.databaseUrl, 1)
  const shop = tellingAway(openShop({ ...house.parts, db: openDatabase(pool) }))
  const lines: string[] = []
  const log = openLog('warn', { write: (line) => void lines.push(line) })
  const app = fastify({ loggerInstance: log })
  app.setErrorHandler(plainPageHandler)
  await app.register(apiRoutes, { prefix: '/api', shop })
  app.get('/page', async () => shop.viewBooks({ role: 'staff' }))
  const close = async () => {
    await app.close()
    await pool.end()
  }
  return { pool, app, close, errors: () => lines.map((line) => JSON.parse(line) as unknown) }
}

test('whoever finds no connection free is told to come back, and is served once there is one', async () => {
  const { pool, app, close, errors } = await aShopWithOneConnection()
  const member = await aMember(house.db)
  const cookie = await sessionCookie(house, member)
  const asked = { url: '/api/customers/sessions/cus_1', headers: { cookie } }
  const page = { url: '/page' }

  const held = await pool.connect()
  const [call, sheet] = await Promise.all([app.inject(asked), app.inject(page)])
  expect([call.statusCode, call.headers['retry-after']]).toEqual([503, '5'])
  expect(call.json()).toMatchObject({
    error: { code: 'busy', requestId: call.headers['x-request-id'] },
  })
  expect([sheet.statusCode, sheet.headers['retry-after']]).toEqual([503, '5'])
  expect(sheet.body).toContain('The house is very full')
  expect(errors()).toMatchObject([{ level: 50, err: { cause: { type: expect.any(String) } } }])
  held.release()

  expect((await app.inject(page)).statusCode).toBe(200)
  await close()
})
