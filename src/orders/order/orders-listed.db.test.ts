import { eq } from 'drizzle-orm'
import { test } from 'vitest'

import { readListQuery } from '#platform/list/list-query.rules.ts'
import { viewsOf } from '#tests/harness/list-views.ts'
import { openOrdersShop } from '#tests/harness/orders-shop.ts'
import { openScenario } from '#tests/harness/what-changes.ts'

import { raiseFlag } from '../flags/order-flags.store.server.ts'
import { addOrderNote } from '../notes/add-order-note.actions.server.ts'
import { requestRefund } from '../refunds/request-refund.actions.server.ts'
import { orderList } from './order-list.store.server.ts'
import { orderFlags, orders } from './tables.ts'

const { testShop, staff, anOrder } = await openOrdersShop()

test('what the list of orders and its file say', async () => {
  const { db, services } = testShop
  const scenario = openScenario(db)
  const made = [await anOrder(1), await anOrder(2), await anOrder(3), await anOrder(1)]
  const [gift, pickup, refunded, reviewed] = made as [Order, Order, Order, Order]
  const change = (of: Order, values: Partial<typeof orders.$inferInsert>) =>
    db.update(orders).set(values).where(eq(orders.id, of.id))
  const name = (index: number) => ['Joan', 'Kim', 'Lea', 'Mia'][index]!
  for (const [index, one] of made.entries()) {
    await change(one, { name: `${name(index)} Ruiz`, email: `${name(index)}@example.com` })
    scenario.names[one.paymentIntentId!] = `payment-of-${name(index)}`
  }

  const lucia = { name: 'Lucia Reyes', phone: '5125550142', note: 'Happy birthday!' }
  const to = { ...gift.shipTo!, addressExtra: 'Suite 4', city: 'Austin', state: 'TX', gift: lucia }
  await change(gift, { shippingMethod: 'overnight', shipTo: to })
  await change(pickup, { shippingMethod: 'pickup', shipTo: null, isRehearsal: true })
  await change(reviewed, { channel: 'offering', name: '', paymentIntentId: null })
  // The last second of a day, and the first of the next.
  await change(gift, { createdAt: new Date('2036-03-09T07:59:59Z') })
  await change(pickup, { createdAt: new Date('2036-03-09T08:00:00Z') })
  const { number } = refunded
  const form = () => ({ key: crypto.randomUUID() })
  await requestRefund(services, staff, { number, reason: 'Corked.', amount: '5' }, form())
  await raiseFlag(db, gift.id, 'disputed', { source: '' })
  await db.update(orderFlags).set({ resolvedAt: new Date() })
  await raiseFlag(db, reviewed.id, 'amount-differs', { source: '' })
  await raiseFlag(db, reviewed.id, 'second-attempt', { source: '' })
  await addOrderNote(services, staff, { number, note: 'Called.' }, form())

  const words = ['kim', 'lucia', 'austin', `K-${number}`, '1532.88', 'mia@example.com']
  const views = [
    ...words.map((word) => `q=${word}`),
    ...['wine=malbec-2022', 'wine=malbec-2021', `chosen=${gift.number},${number}`],
    ...['from=2036-03-08', 'from=2036-03-09', 'to=2036-03-07', 'to=2036-03-08'],
  ]
  await scenario.read('the list', () => viewsOf(db, orderList, { named: 'Order', views }))
  await scenario.read('on the screen', async () => {
    const rows = await orderList.rows(db, readListQuery(orderList.shape, new URLSearchParams()))
    return rows.map(({ number: of, buyer, flags, notes, isRehearsal }) => ({
      ...{ of, buyer, notes, isRehearsal },
      flags: flags.toSorted(),
    }))
  })
  scenario.expectWritten('orders-listed')
})
type Order = Awaited<ReturnType<typeof anOrder>>
