import { randomUUID } from 'node:crypto'

import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { seedMany } from '#app/seed/bulk.ts'
import { orderList } from '#orders/order/order-list.store.server.ts'
import { readListQuery } from '#platform/list/list-query.rules.ts'
import { aRelease } from '#tests/harness/a-release.ts'
import type { Plans } from '#tests/harness/plans.ts'
import { openPlans } from '#tests/harness/plans.ts'
import { openTestDatabase } from '#tests/harness/test-shop.ts'

import { overviewFigures } from './overview.store.server.ts'

const timeZone = 'America/Los_Angeles'
let testShop: Awaited<ReturnType<typeof openTestDatabase>>
let plans: Plans
beforeAll(async () => {
  testShop = await openTestDatabase()
  await seedMany(testShop.db, { users: 300, orders: 20_000, subscribers: 0 }, () => {})
  plans = openPlans(testShop.url)
})
afterAll(async () => {
  await plans.pool.end()
  await testShop.close()
})

const ordersOf = async (release: string): Promise<{ id: string }[]> => {
  const query = readListQuery(orderList.shape, new URLSearchParams({ release }))
  const { rows } = await testShop.db.execute<{ id: string }>(
    sql`select distinct order_id as id from order_lines where release_id = ${release}::uuid`,
  )
  expect((await orderList.count(testShop.db, query)).total).toBe(rows.length)
  return rows
}

test('the sums of a release agree with the list of its orders, and orders are counted by an index', async () => {
  const { db } = testShop
  const [small, large] = [await aRelease(db), await aRelease(db)]
  await db.execute(sql`update order_lines set release_id = ${large.release.id}::uuid
    where order_id in (select id from orders where number % 100 = 0)`)
  await db.execute(sql`update order_lines set release_id = ${small.release.id}::uuid
    where order_id in (select id from orders where number % 1000 = 1)`)
  await plans.pool.query('vacuum analyze orders, order_lines')
  const { releases } = await overviewFigures(db, timeZone)
  for (const { id } of [small.release, large.release]) {
    const found = releases.find((release) => release.id === id)!
    const listed = await ordersOf(id)
    expect(found.orders).toBe(listed.length)
    const { rows } = await db.execute<{ cases: number; cents: number }>(sql`
      select sum(quantity)::int as cases, sum(quantity * unit_price_cents)::int as cents
      from order_lines where order_id = any(${sql.param(listed.map((one) => one.id))}::uuid[])`)
    expect(found).toMatchObject(rows[0]!)
  }
  expect(await ordersOf(randomUUID())).toEqual([])
  const plan = await plans.planOf((one) => overviewFigures(one, timeZone))
  expect(plan).not.toMatch(/Seq Scan on (orders|order_lines)/)
  expect(plan).toMatch(/Index Only Scan using order_lines_release/)
})
