import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { seedMany } from '#app/seed/bulk.ts'
import { subscriberList } from '#campaigns/mailing-list/subscriber-list.store.server.ts'
import { orderList } from '#orders/order/order-list.store.server.ts'
import { orders } from '#orders/order/tables.ts'
import type { AdminList } from '#platform/list/admin-list.store.server.ts'
import { readListQuery } from '#platform/list/list-query.rules.ts'
import { spanParam } from '#platform/list/span.rules.ts'
import { userList } from '#privacy/people/user-list.store.server.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { openTestShop } from '#tests/harness/test-shop.ts'

import { ordersByState } from './overview.rules.ts'
import { overviewFigures } from './overview.store.server.ts'

let testShop: TestShop
const timeZone = 'America/Los_Angeles'
beforeAll(async () => {
  testShop = await openTestShop()
})
afterAll(() => testShop.close())

async function countOf(list: AdminList, params: Record<string, string>): Promise<number> {
  const query = readListQuery(list.shape, new URLSearchParams(params))
  return (await list.count(testShop.db, query)).total
}

test('an empty shop has thirty days, twelve months and no sales', async () => {
  const figures = await overviewFigures(testShop.db, timeZone)
  expect(figures.sales).toHaveLength(30)
  expect(figures.growth).toHaveLength(12)
  expect(figures.sales.every((day) => day.orders === 0 && day.cents === 0)).toBe(true)
  expect(figures.reconciliation).toBeNull()
})

// At any hour one of them has another day than UTC.
test.each(['Pacific/Kiritimati', 'Etc/GMT+12'])(
  'the last day and month are those of now in %s',
  async (zone) => {
    const { sales, growth } = await overviewFigures(testShop.db, zone)
    const now = new Date().toISOString()
    for (const { from, to } of [sales.at(-1)!, growth.at(-1)!]) {
      expect([from <= now, now < to]).toEqual([true, true])
    }
  },
)

test('every figure agrees with the list behind it', async () => {
  const { db } = testShop
  await seedMany(db, { users: 300, orders: 4000, subscribers: 200 }, () => {})
  await db.execute(sql`update ${orders} set state = 'refunded', refunded_cents = total_cents
    where number % 10 = 0`)
  await db.execute(sql`update mailing_list_clients set unsubscribed_at = now()
    where email like 'list.1%'`)
  await db.execute(sql`update mailing_list_clients set by_email = false where email like 'list.2%'`)
  // The first moment of a day is not also one of the day before.
  await db.execute(sql`update ${orders} set created_at =
    date_trunc('day', now() at time zone ${timeZone}) at time zone ${timeZone} where number =
      (select min(number) from ${orders})`)
  const figures = await overviewFigures(db, timeZone)
  const days = figures.sales.filter((day) => day.orders > 0)
  expect(days.length).toBeGreaterThan(2)
  for (const day of days) {
    expect(await countOf(orderList, { placed: spanParam(day) })).toBe(day.orders)
  }
  const yesterday = figures.sales.at(-2)!
  expect(await countOf(orderList, { placed: spanParam(yesterday) })).toBe(yesterday.orders)
  const { rows } = await db.execute<{ cents: number }>(
    sql`select sum(total_cents)::int as cents from ${orders}`,
  )
  expect(figures.sales.reduce((sum, { cents }) => sum + cents, 0)).toBe(rows[0]!.cents)
  for (const { state, orders: count } of ordersByState(figures)) {
    expect(await countOf(orderList, { state })).toBe(count)
  }
  expect(await countOf(userList, {})).toBe(figures.customers)
  expect(await countOf(subscriberList, { standing: 'subscribed' })).toBe(figures.subscribers)
  const month = figures.growth.at(-1)!
  expect(month.customers).toBeGreaterThan(0)
  expect(await countOf(userList, { came: spanParam(month) })).toBe(month.customers)
  expect(await countOf(subscriberList, { came: spanParam(month) })).toBe(month.subscribers)
})
