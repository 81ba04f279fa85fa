import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { ordersList } from '#domain/desk-lists.ts'
import { readListQuery } from '#domain/list-query.ts'
import { openTestDatabase } from '#tests/harness/test-shop.ts'

import type { Database } from './connection.server.ts'
import { openPool } from './connection.server.ts'
import { countAttention, ordersRows } from './desk-orders.ts'
import { seedMany } from './seed/bulk.ts'

/** Enough that no planner would read them all to show fifty. */
const many = 20_000

let house: Awaited<ReturnType<typeof openTestDatabase>>
let pool: pg.Pool
let listened: Database
let asked: { text: string; params: unknown[] }[] = []

beforeAll(async () => {
  house = await openTestDatabase()
  await seedMany(house.db, { users: 2_000, clients: 0, orders: many }, () => {})
  pool = openPool(house.url, 1)
  await pool.query(`update orders set channel = 'offering' where number % 50 = 0`)
  await pool.query(`update orders set state = 'refunded' where number % 90 = 0`)
  await pool.query(`update orders set attention = 'disputed' where number % 900 = 0`)
  await pool.query('vacuum analyze orders')
  listened = drizzle(pool, { logger: { logQuery: (text, params) => asked.push({ text, params }) } })
})
afterAll(async () => {
  await pool.end()
  await house.close()
})

/** How PostgreSQL answers what `ask` asks: its plan, as it would print it. */
async function planOf(ask: (db: Database) => Promise<unknown>): Promise<string> {
  asked = []
  await ask(listened)
  const plans: string[] = []
  for (const { text, params } of asked) {
    const plan = await pool.query<{ 'QUERY PLAN': string }>(`explain ${text}`, params)
    plans.push(...plan.rows.map((row) => row['QUERY PLAN']))
  }
  return plans.join('\n')
}

const view = (address: string) => readListQuery(ordersList, new URLSearchParams(address))

test.each([
  ['', null],
  ['', 9_000],
  ['channel=offering', null],
  ['channel=offering', 9_000],
  ['state=refunded', null],
  ['state=paid', 2_000],
  ['attention=yes', null],
  ['q=ruiz', null],
  ['q=1234', null],
  ['q=ana+ruiz&state=refunded', null],
  ['q=nobody', null],
])('orders at %j from %s on are read from an index, never all of them', async (address, before) => {
  const plan = await planOf((db) => ordersRows(db, view(address), before))
  expect(plan).not.toContain('Seq Scan on orders')
  expect(plan).not.toContain('Seq Scan on order_lines')
})

test('those that need a look are counted in their own index', async () => {
  const plan = await planOf((db) => countAttention(db))
  expect(plan).toContain('orders_attention')
})
