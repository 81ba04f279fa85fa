import { afterAll, beforeAll, expect, test } from 'vitest'

import type { TestShop } from '#tests/harness/test-shop.ts'
import { aMember, openTestShop } from '#tests/harness/test-shop.ts'

let house: TestShop
const wine = 'malbec-2022'

beforeAll(async () => {
  house = await openTestShop()
})
afterAll(() => house.close())

test('twenty steps at once are taken one after another, and none is lost', async () => {
  const member = await aMember(house.db)
  const steps = await Promise.all(
    Array.from({ length: 20 }, () =>
      house.shop.changeCart(member, { kind: 'add', productId: wine }),
    ),
  )
  expect(steps.filter((step) => step.whyNot === null)).toHaveLength(3)
  expect(steps.filter((step) => step.whyNot === 'cart-full')).toHaveLength(17)
  const { cart } = await house.shop.viewCart(member)
  expect(cart.lines).toMatchObject([{ productId: wine, quantity: 3 }])
})

test('the last line takes the shipping choice with it', async () => {
  const member = await aMember(house.db)
  await house.shop.changeCart(member, { kind: 'add', productId: wine })
  await house.shop.changeCart(member, { kind: 'choose-shipping', method: 'ground' })
  await house.shop.changeCart(member, { kind: 'set-quantity', productId: wine, quantity: 0 })
  expect((await house.shop.viewCart(member)).cart).toEqual({ lines: [], shipping: null })
})
