import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

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
