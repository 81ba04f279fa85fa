import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { openOrdersShop } from '#tests/harness/orders-shop.ts'

import { ordersInSessions, ordersOnRecord } from './orders-on-record.actions.server.ts'
import { paidOrdersOf } from './orders.store.server.ts'
import { orders } from './tables.ts'

const { testShop, staff, anOrder } = await openOrdersShop()

test('the orders of a user are read newest first, and no more than asked for', async () => {
  const { db, services } = testShop
  const [first, second, third] = [await anOrder(1), await anOrder(1), await anOrder(1)]
  const userId = first.userId!
  for (const [hour, { id }] of [second, third, first].entries()) {
    const createdAt = new Date(Date.UTC(2036, 0, 1, hour))
    await db.update(orders).set({ userId, createdAt }).where(eq(orders.id, id))
  }
  const newestFirst = [first.id, third.id, second.id]
  const all = await ordersOnRecord(services, staff, { userId })
  expect(all!.map(({ id }) => id)).toEqual(newestFirst)
  expect((await paidOrdersOf(db, userId, 2)).map(({ id }) => id)).toEqual(newestFirst.slice(0, 2))
  const sessionId = first.sessionId!
  expect(await ordersInSessions(services, staff, [sessionId])).toMatchObject([{ id: first.id }])
  expect(await ordersInSessions(services, staff, [])).toEqual([])
})
