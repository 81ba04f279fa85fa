import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { overviewFigures } from './overview.store.server.ts'
import { foldRunningTotals, mendRunningTotals } from './running-totals.store.server.ts'
import { seedMany } from '#app/seed/bulk.ts'
import { aRelease } from '#tests/harness/a-release.ts'
import { openTestDatabase } from '#tests/harness/test-shop.ts'

let testShop: Awaited<ReturnType<typeof openTestDatabase>>
beforeAll(async () => {
  testShop = await openTestDatabase()
  await seedMany(testShop.db, { users: 60, orders: 400, subscribers: 60 }, () => {})
})
afterAll(() => testShop.close())

const figures = () => overviewFigures(testShop.db, 'America/Los_Angeles')

/** What happens to the rows that are counted; each touches several of them. */
const changes: Readonly<Record<string, ReturnType<typeof sql>>> = {
  'customers are deleted, with undo': sql`update users set erase_at = now() where email like '%.1_@bulk.example'`,
  'one of them comes back': sql`update users set erase_at = null where erase_at is not null and id =
    (select id from users where erase_at is not null order by id limit 1)`,
  'a deleted one is erased': sql`delete from users where erase_at is not null`,
  'subscribers leave': sql`update mailing_list_clients set unsubscribed_at = now() where email like 'list.2%'`,
  'one of them is deleted, with undo': sql`update mailing_list_clients set erase_at = now()
    where email like 'list.21%'`,
  'others are deleted': sql`update mailing_list_clients set erase_at = now() where email like 'list.3%'`,
  'the list of the deleted is erased': sql`delete from mailing_list_clients where erase_at is not null`,
  'orders are deleted': sql`delete from orders where number in
    (select number from orders order by number desc limit 3)`,
  'subscribers come back': sql`update mailing_list_clients set unsubscribed_at = null`,
}

test.each(Object.entries(changes))('the sums agree with the rows when %s', async (_, change) => {
  const { db } = testShop
  expect((await db.execute(change)).rowCount).toBeGreaterThan(0)
  expect(await mendRunningTotals(db)).toBe(0)
})

test('count orders of a release once, whatever they hold, and lose those that are deleted', async () => {
  const { db } = testShop
  const { release } = await aRelease(db)
  const ofRelease = async () => (await figures()).releases.find(({ id }) => id === release.id)!
  // Two wines of one order, written in one statement as the shop does.
  await db.execute(sql`
    with chosen as (select id from orders order by number limit 3),
    gone as (delete from order_lines where order_id in (select id from chosen))
    select 1`)
  await db.execute(sql`
    insert into order_lines (order_id, product_id, description, quantity, unit_price_cents, tax_cents, release_id)
    select chosen.id, product, 'A wine', 2, 45000, 0, ${release.id}::uuid
    from (select id from orders order by number limit 3) as chosen,
      unnest(array['malbec-2021', 'malbec-2022']) as product`)
  expect(await ofRelease()).toMatchObject({ orders: 3, cases: 12, cents: 12 * 45_000 })
  expect(await mendRunningTotals(db)).toBe(0)
  await db.execute(
    sql`delete from order_lines where order_id = (select id from orders order by number limit 1)`,
  )
  expect(await ofRelease()).toMatchObject({ orders: 2, cases: 8, cents: 8 * 45_000 })
  expect(await mendRunningTotals(db)).toBe(0)
})

test('folding keeps every sum and leaves one row each', async () => {
  const { db } = testShop
  const before = await figures()
  await foldRunningTotals(db)
  expect(await figures()).toEqual(before)
  const { rows } = await db.execute(
    sql`select name, release_id, came from running_totals group by 1, 2, 3 having count(*) > 1`,
  )
  expect(rows).toEqual([])
})

test('two that fold at once, beside changes, lose nothing', async () => {
  const { db } = testShop
  await Promise.all([
    foldRunningTotals(db),
    seedMany(db, { users: 90, orders: 100, subscribers: 90 }, () => {}),
    foldRunningTotals(db),
    foldRunningTotals(db),
  ])
  expect(await mendRunningTotals(db)).toBe(0)
})

test('a sum that differs is mended and counted', async () => {
  const { db } = testShop
  const { customers } = await figures()
  await db.execute(sql`insert into running_totals (name, count) values ('customers', 5)`)
  expect((await figures()).customers).toBe(customers + 5)
  expect(await mendRunningTotals(db)).toBe(1)
  expect((await figures()).customers).toBe(customers)
})
