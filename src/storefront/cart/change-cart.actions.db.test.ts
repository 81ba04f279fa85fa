import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { carts } from '#catalogue/tables.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { aMember, openTestShop } from '#tests/harness/test-shop.ts'

import { changeCart } from './change-cart.actions.server.ts'
import { viewCart } from './view-cart.actions.server.ts'

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

test('the gift of an open payment page comes back, but to no reader of a forwarded link', async () => {
  const { shop, services } = testShop
  const member = await aMember(testShop.db)
  const add = { kind: 'add', productId: wine } as const
  await shop.changeCart(member, add)
  await shop.changeCart(member, { kind: 'choose-shipping', method: 'ground' })
  expect((await viewCart(services, member)).typed).toBeUndefined()
  const typed = { giftName: 'Lucía Ferrer', giftPhone: '(415) 555-0142', giftNote: 'Salud!' }
  expect(await shop.startCheckout(member, {}, '', typed)).toMatchObject({ ok: true })
  const again = { ...typed, giftPhone: '4155550142' }
  expect((await viewCart(services, member)).typed).toEqual(again)
  expect((await changeCart(services, member, add)).view.typed).toEqual(again)
  const reader = { id: member.id, isLimited: true }
  expect((await viewCart(services, reader)).typed).toBeUndefined()
  expect((await changeCart(services, reader, add)).view.typed).toBeUndefined()
})
