import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { orders } from '#orders/order/tables.ts'
import { payAt } from '#tests/harness/provider.ts'
import { shippingStaff } from '#tests/harness/shipping.ts'
import { countStatements } from '#tests/harness/statements.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { aMember, openTestShop } from '#tests/harness/test-shop.ts'

import { shipments } from '../tables.ts'

let testShop: TestShop
beforeAll(async () => {
  testShop = await openTestShop()
})
afterAll(() => testShop.close())

/** How many statements a purchase sends to PostgreSQL, from the cart to the order. */
async function statementsOfPurchase(): Promise<number> {
  const { db, shop } = testShop
  const member = await aMember(db)
  const { statements } = await countStatements(async () => {
    await shop.changeCart(member, { kind: 'add', productId: 'malbec-2022' })
    await shop.changeCart(member, { kind: 'choose-shipping', method: 'ground' })
    const started = await shop.startCheckout(member)
    if (!started.ok) throw new Error(started.reason)
    await payAt(started.url)
    const recorded = await shop.recordPayment(/cs_[^/?#]+/.exec(started.url)![0])
    expect(recorded.state).toBe('paid')
  })
  return statements
}

test('a purchase sends as many statements once the shop ships from here', async () => {
  await statementsOfPurchase()
  const before = await statementsOfPurchase()
  // The cart twice with two, the checkout with two and two of the provider's customer and session,
  // and the payment: one that reads, two that write, begin and commit.
  expect(before).toBe(13)
  expect(await testShop.db.$count(shipments)).toBe(0)
  await shippingStaff(testShop)
  const after = await statementsOfPurchase()
  expect(await testShop.db.$count(shipments)).toBe(1)
  expect(after).toBe(before)
})

test('the thank-you is one statement beside the payment, and ending a hold two', async () => {
  const { db, shop } = testShop
  const member = await aMember(db)
  const overnight = { kind: 'choose-shipping', method: 'overnight' } as const
  await shop.changeCart(member, { kind: 'add', productId: 'malbec-2022' })
  await shop.changeCart(member, { kind: 'choose-shipping', method: 'ground' })
  await shop.startCheckout(member)
  await shop.changeCart(member, overnight)
  // Of the earlier checkout: read, the change counted, begin, ended, returned, commit; of the new one:
  // read, written, its page.
  const starting = await countStatements(() => shop.startCheckout(member))
  expect(starting.statements).toBe(9)
  const started = starting.result
  if (!started.ok) throw new Error(started.reason)
  await payAt(started.url)
  const id = /cs_[^/?#]+/.exec(started.url)![0]
  const recorded = await shop.returnFromPayment(id, '203.0.113.9')
  if (recorded.state !== 'paid') throw new Error(recorded.state)
  expect(await shop.thankBuyer(member, false)).toMatchObject({ unthanked: recorded.orderId })

  const thanked = recorded.orderId
  const history = await countStatements(() => shop.orderHistory(member, 1, { thanked }))
  expect(history.statements).toBe(1)
  expect(history.result.orders).toMatchObject([{ id: recorded.orderId, lines: [{ quantity: 1 }] }])
  expect(await shop.thankBuyer(member, false)).toEqual({ hasOrders: true, unthanked: null })

  await db.update(orders).set({ thankedAt: null }).where(eq(orders.id, recorded.orderId))
  const order = await countStatements(() =>
    shop.viewPaidOrder(member, recorded.orderId, { isThanked: true }),
  )
  expect(order.statements).toBe(1)
  expect(order.result).toMatchObject({ id: recorded.orderId, lines: [{ quantity: 1 }] })
  expect(await shop.thankBuyer(member, false)).toEqual({ hasOrders: true, unthanked: null })
})
