import { afterAll, beforeAll, expect, test } from 'vitest'

import { seedMany } from '#app/seed/bulk.ts'
import { voidedOffersSince } from '#checkout/unpaid-checkouts.store.server.ts'
import { readListQuery } from '#platform/list/list-query.rules.ts'
import type { Plans } from '#tests/harness/plans.ts'
import { openPlans } from '#tests/harness/plans.ts'
import { openTestDatabase } from '#tests/harness/test-shop.ts'

import { countFlaggedOrders } from '../flags/order-flags.store.server.ts'
import { orderList } from './order-list.store.server.ts'

/** Enough that the planner prefers an index to reading all of them. */
const many = 20_000

let testShop: Awaited<ReturnType<typeof openTestDatabase>>
let plans: Plans

beforeAll(async () => {
  testShop = await openTestDatabase()
  await seedMany(testShop.db, { users: 2_000, subscribers: 0, orders: many }, () => {})
  plans = openPlans(testShop.url)
  await plans.pool.query(`update orders set channel = 'offering' where number % 50 = 0`)
  await plans.pool.query(`update orders set state = 'refunded' where number % 90 = 0`)
  await plans.pool.query(
    `insert into order_flags (order_id, reason, resolved_at)
     select id, reason, case when number % 900 <> 0 then now() end
     from orders, unnest(array['disputed', 'refund-failed']) reason where number % 90 = 0`,
  )
  await plans.pool.query(`update orders set ship_to = '{"state": "TX"}' where number % 70 = 0`)
  await plans.pool.query('vacuum analyze orders, order_flags')
})
afterAll(async () => {
  await plans.pool.end()
  await testShop.close()
})

const view = (address: string) => readListQuery(orderList.shape, new URLSearchParams(address))

test('orders are searched by every destination, the District of Columbia too', () => {
  expect(view('shipTo=DC').filters).toEqual({ shipTo: 'DC' })
  expect(view('shipTo=PR').filters).toEqual({})
})

test('orders that staff added are found by their channel', () => {
  expect(view('channel=added').filters).toEqual({ channel: 'added' })
})

test.each([
  ['', null],
  ['', 9_000],
  ['channel=offering', null],
  ['channel=offering', 9_000],
  ['state=refunded', null],
  ['state=paid', 2_000],
  ['flagged=yes', null],
  ['q=ruiz', null],
  ['q=1234', null],
  ['q=k1234', null],
  ['q=630.24', null],
  ['q=pi_1234', null],
  ['method=pickup', null],
  ['shipTo=TX', null],
  ['wine=malbec-2022', null],
  ['flagged=refund-failed', null],
  ['from=2026-01-01&to=2026-01-31', null],
  ['chosen=1001,1002', null],
  ['q=ana+ruiz&state=refunded', null],
  ['q=nobody', null],
])('orders at %j from %s on are read from an index, never all of them', async (address, before) => {
  const plan = await plans.planOf((db) => orderList.rows(db, { ...view(address), before }))
  expect(plan).toMatch(/Index (Only )?Scan/)
  expect(plan).not.toContain('Seq Scan on orders')
  expect(plan).not.toContain('Seq Scan on order_lines')
})

test.each(['state=paid', 'method=ground&shipTo=TX', 'from=2026-01-01', 'flagged=yes'])(
  'the sums of the orders at %j come from an index alone',
  async (address) => {
    const plan = await plans.planOf((db) => orderList.read(db, view(address)))
    expect(plan).toContain('Index Only Scan')
    expect(plan).not.toContain('Seq Scan on orders')
  },
)

test.each(['q=1234', 'q=k1234', 'q=ana.nobody'])(
  'a search for few orders (%j) is looked up, not met on a walk through all of them',
  async (address) => {
    const plan = await plans.planOf((db) => orderList.read(db, view(address)))
    expect(plan).toMatch(/Index (Only )?Scan/)
    expect(plan).not.toMatch(/Scan (Backward )?using orders_newest/)
  },
)

test('all orders of the shop are not added up each time the list is shown', async () => {
  expect((await orderList.read(testShop.db, view(''))).totals).toBeUndefined()
})

test('flagged orders are counted in the index of open flags', async () => {
  const plan = await plans.planOf((db) => countFlaggedOrders(db))
  expect(plan).toContain('order_flags_open')
})

test('voided offers are found in their own index, not among all checkouts', async () => {
  const plan = await plans.planOf((db) => voidedOffersSince(db, new Date(0), 100))
  expect(plan).toMatch(/Index Scan Backward using checkouts_refused/)
  expect(plan).not.toContain('Seq Scan')
})
