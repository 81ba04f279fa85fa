import { eq } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { orders } from '#data/schema/orders.ts'
import { shipments } from '#data/schema/shipping.ts'
import { payAt } from '#tests/harness/provider.ts'
import { shippingStaff } from '#tests/harness/shipping.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { aMember, openTestShop } from '#tests/harness/test-shop.ts'

let testShop: TestShop
beforeAll(async () => {
  testShop = await openTestShop()
})
afterAll(() => testShop.close())

/** How many statements a purchase sends to PostgreSQL, from the cart to the order. */
async function statementsOfPurchase(): Promise<number> {
  const { db, shop } = testShop
  const member = await aMember(db)
  const sent = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await shop.changeCart(member, { kind: 'add', productId: 'malbec-2022' })
    await shop.changeCart(member, { kind: 'choose-shipping', method: 'ground' })
    const started = await shop.startCheckout(member)
    if (!started.ok) throw new Error(started.reason)
    await payAt(started.url)
    const recorded = await shop.recordPayment(/cs_[^/?#]+/.exec(started.url)![0])
    expect(recorded.state).toBe('paid')
    return sent.mock.calls.length
  } finally {
    sent.mockRestore()
  }
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
  const sent = vi.spyOn(pg.Client.prototype, 'query')
  const counted = async <Result>(work: Promise<Result>): Promise<[Result, number]> => {
    sent.mockClear()
    return [await work, sent.mock.calls.length]
  }
  try {
    // Of the earlier checkout: read, begin, ended, returned, commit; of the new one: read, written, its page.
    const [started, starting] = await counted(shop.startCheckout(member))
    expect(starting).toBe(8)
    if (!started.ok) throw new Error(started.reason)
    await payAt(started.url)
    const id = /cs_[^/?#]+/.exec(started.url)![0]
    const [recorded] = await counted(shop.returnFromPayment(id, '203.0.113.9'))
    if (recorded.state !== 'paid') throw new Error(recorded.state)
    expect(await shop.thankBuyer(member, false)).toMatchObject({ unthanked: recorded.orderId })

    const [history, reading] = await counted(shop.orderHistory(member, 1, { isThanked: true }))
    expect(reading).toBe(1)
    expect(history.orders).toMatchObject([{ id: recorded.orderId, lines: [{ quantity: 1 }] }])
    expect(await shop.thankBuyer(member, false)).toEqual({ hasOrders: true, unthanked: null })

    await db.update(orders).set({ thankedAt: null }).where(eq(orders.id, recorded.orderId))
    const [order, alone] = await counted(
      shop.viewPaidOrder(member, recorded.orderId, { isThanked: true }),
    )
    expect(alone).toBe(1)
    expect(order).toMatchObject({ id: recorded.orderId, lines: [{ quantity: 1 }] })
    expect(await shop.thankBuyer(member, false)).toEqual({ hasOrders: true, unthanked: null })
  } finally {
    sent.mockRestore()
  }
})
