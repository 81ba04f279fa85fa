import type { SQL } from 'drizzle-orm'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { seedMany } from '#app/seed/bulk.ts'
import { aRelease } from '#tests/harness/a-release.ts'
import { openTestDatabase } from '#tests/harness/test-shop.ts'

import { overviewFigures } from './overview.store.server.ts'

let testShop: Awaited<ReturnType<typeof openTestDatabase>>
beforeAll(async () => {
  testShop = await openTestDatabase()
  await seedMany(testShop.db, { users: 60, orders: 400, subscribers: 60 }, () => {})
})
afterAll(() => testShop.close())

const figures = () => overviewFigures(testShop.db, 'America/Los_Angeles')

/** In order; the totals after each, and how many of this month are counted. */
const changes: [string, SQL, { customers: number; subscribers: number; came: [number, number] }][] =
  [
    ['nothing', sql`select 1`, { customers: 60, subscribers: 60, came: [60, 60] }],
    [
      'customers are deleted, with undo',
      sql`update users set erase_at = now() where email like '%.1_@bulk.example'`,
      { customers: 50, subscribers: 60, came: [50, 60] },
    ],
    [
      'a deleted one comes back',
      sql`update users set erase_at = null where id =
        (select id from users where erase_at is not null order by id limit 1)`,
      { customers: 51, subscribers: 60, came: [51, 60] },
    ],
    [
      'subscribers leave',
      sql`update mailing_list_clients set unsubscribed_at = now() where email like 'list.2%'`,
      { customers: 51, subscribers: 49, came: [51, 60] },
    ],
    [
      'subscribers are deleted, with undo',
      sql`update mailing_list_clients set erase_at = now() where email like 'list.3%'`,
      { customers: 51, subscribers: 38, came: [51, 49] },
    ],
    [
      'subscribers come back',
      sql`update mailing_list_clients set unsubscribed_at = null`,
      { customers: 51, subscribers: 49, came: [51, 49] },
    ],
    [
      'some of the list are without consent to emails',
      sql`update mailing_list_clients set by_email = false where email like 'list.4%'`,
      { customers: 51, subscribers: 38, came: [51, 49] },
    ],
    [
      'some have said no in their account',
      sql`update users set subscription = 'inactive',
          email = (select min(email) from mailing_list_clients where by_email and erase_at is null)
        where id = (select id from users where erase_at is null order by id limit 1)`,
      { customers: 51, subscribers: 37, came: [51, 49] },
    ],
  ]

test.each(changes)('customers and subscribers after: %s', async (_, change, wanted) => {
  await testShop.db.execute(change)
  const { customers, subscribers, growth } = await figures()
  const month = growth.at(-1)!
  expect({ customers, subscribers, came: [month.customers, month.subscribers] }).toEqual(wanted)
})

test('orders of a release count once, whatever they hold, and those deleted are gone', async () => {
  const { db } = testShop
  expect((await figures()).orders).toBe(400)
  const { release } = await aRelease(db)
  const ofRelease = async () => (await figures()).releases.find(({ id }) => id === release.id)!
  await db.execute(sql`
    with chosen as (select id from orders order by number limit 3)
    delete from order_lines where order_id in (select id from chosen)`)
  await db.execute(sql`
    insert into order_lines (order_id, product_id, description, quantity, unit_price_cents, tax_cents, release_id)
    select chosen.id, product, 'A wine', 2, 45000, 0, ${release.id}::uuid
    from (select id from orders order by number limit 3) as chosen,
      unnest(array['malbec-2021', 'malbec-2022']) as product`)
  expect(await ofRelease()).toMatchObject({ orders: 3, cases: 12, cents: 540_000 })
  await db.execute(
    sql`delete from orders where id = (select id from orders order by number limit 1)`,
  )
  expect(await ofRelease()).toMatchObject({ orders: 2, cases: 8, cents: 360_000 })
  expect((await figures()).orders).toBe(399)
})
