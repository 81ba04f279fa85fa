import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { userById } from '#accounts/users/users.store.server.ts'
import { users } from '#platform/database/people.tables.ts'
import { readListQuery } from '#platform/list/list-query.rules.ts'
import { openOrdersShop } from '#tests/harness/orders-shop.ts'
import { aMember } from '#tests/harness/test-shop.ts'

import { requestList } from './request-list.store.server.ts'

const { testShop, wine, anOrder } = await openOrdersShop()
const { db, shop } = testShop

test('a row has the club level and the cases of 24 months, less those returned', async () => {
  const order = await anOrder(3)
  const buyer = (await userById(db, order.userId!))!
  await db
    .update(users)
    .set({ membership: true, membershipLevel: 12 })
    .where(eq(users.id, buyer.id))
  const other = (await userById(db, (await aMember(db)).id))!
  // A level that is left from a membership that ended is none.
  await db.execute(sql`update users set membership_level = 6 where id = ${other.id}`)
  await shop.requestWine(buyer, wine)
  await shop.requestWine(other, wine)
  const rows = () => requestList.rows(db, readListQuery(requestList.shape, new URLSearchParams()))
  expect(await rows()).toMatchObject([
    { asker: `${buyer.firstName} ${buyer.lastName}`, level: 12, bought: 3 },
    { asker: `${other.firstName} ${other.lastName}`, level: 0, bought: 0 },
  ])

  await db.execute(sql`update order_lines set returned = 1 where order_id = ${order.id}`)
  expect(await rows()).toMatchObject([{ bought: 2 }, { bought: 0 }])
  await db.execute(sql`update orders set created_at = now() - interval '25 months'
    where id = ${order.id}`)
  expect(await rows()).toMatchObject([{ bought: 0 }, { bought: 0 }])
})
