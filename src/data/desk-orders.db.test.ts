import { afterAll, beforeAll, expect, test } from 'vitest'

import { ordersList } from '#domain/desk-lists.ts'
import { readListQuery } from '#domain/list-query.ts'
import type { Plans } from '#tests/harness/plans.ts'
import { openPlans } from '#tests/harness/plans.ts'
import { openTestDatabase } from '#tests/harness/test-shop.ts'

import { countAttention, ordersRows } from './desk-orders.ts'
import { seedMany } from './seed/bulk.ts'
import { voidedOffersSince } from './unpaid-checkouts.ts'

/** Enough that no planner would read them all to show fifty. */
const many = 20_000

let house: Awaited<ReturnType<typeof openTestDatabase>>
let plans: Plans

beforeAll(async () => {
  house = await openTestDatabase()
  await seedMany(house.db, { users: 2_000, clients: 0, orders: many }, () => {})
  plans = openPlans(house.url)
  await plans.pool.query(`update orders set channel = 'offering' where number % 50 = 0`)
  await plans.pool.query(`update orders set state = 'refunded' where number % 90 = 0`)
  await plans.pool.query(`update orders set attention = 'disputed' where number % 900 = 0`)
  await plans.pool.query('vacuum analyze orders')
})
afterAll(async () => {
  await plans.pool.end()
  await house.close()
})

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
  const plan = await plans.planOf((db) => ordersRows(db, view(address), before))
  expect(plan).not.toContain('Seq Scan on orders')
  expect(plan).not.toContain('Seq Scan on order_lines')
})

test('those that need a look are counted in their own index', async () => {
  const plan = await plans.planOf((db) => countAttention(db))
  expect(plan).toContain('orders_attention')
})

test('voided offers are found in their own index, not among all checkouts', async () => {
  const plan = await plans.planOf((db) => voidedOffersSince(db, new Date(0), 100))
  expect(plan).toMatch(/Index Scan Backward using checkouts_refused/)
  expect(plan).not.toContain('Seq Scan')
})
