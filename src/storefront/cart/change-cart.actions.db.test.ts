import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { carts } from '#catalogue/tables.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { aMember, openTestShop } from '#tests/harness/test-shop.ts'

let testShop: TestShop
const wine = 'malbec-2022'

beforeAll(async () => {
  testShop = await openTestShop()
})
afterAll(() => testShop.close())

test('twenty concurrent changes are serialised, and none is lost', async () => {
  const member = await aMember(testShop.db)
  const steps = await Promise.all(
    Array.from({ length: 20 }, () =>
      testShop.shop.changeCart(member, { kind: 'add', productId: wine }),
    ),
  )
  expect(steps.filter((step) => step.whyNot === null)).toHaveLength(3)
  expect(steps.filter((step) => step.whyNot === 'cart-full')).toHaveLength(17)
  const { cart } = await testShop.shop.viewCart(member)
  expect(cart.lines).toMatchObject([{ productId: wine, quantity: 3 }])
})

test('removing the last line clears the shipping choice', async () => {
  const member = await aMember(testShop.db)
  await testShop.shop.changeCart(member, { kind: 'add', productId: wine })
  await testShop.shop.changeCart(member, { kind: 'choose-shipping', method: 'ground' })
  await testShop.shop.changeCart(member, { kind: 'set-quantity', productId: wine, quantity: 0 })
  expect((await testShop.shop.viewCart(member)).cart).toEqual({ lines: [], shipping: null })
  const [stored] = await testShop.db.select().from(carts).where(eq(carts.userId, member.id))
  expect(stored!.shippingMethod).toBe('none')
})
