import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import type { Typed } from '#catalogue/destinations/typed-fields.rules.ts'
import { orders } from '#orders/order/tables.ts'
import { clearFaults, payAt } from '#tests/harness/provider.ts'
import { emailsTo } from '#tests/harness/shipping.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { aMember, openTestShop, setStock } from '#tests/harness/test-shop.ts'

let testShop: TestShop

beforeAll(async () => {
  testShop = await openTestShop()
})
afterAll(() => testShop.close())
beforeEach(async () => {
  await clearFaults()
  await setStock(testShop.db, 'malbec-2022', 10)
})

const lucia = {
  ...{ giftName: 'Lucía Ferrer', giftPhone: '(415) 555-0142', giftNote: 'Happy birthday!' },
}
const giftStatement =
  'I am 21 or older, the recipient is 21 or older and will sign for the delivery, and this wine is not for resale.'

async function aCart(method: 'ground' | 'pickup' = 'ground') {
  const member = await aMember(testShop.db)
  await testShop.shop.changeCart(member, { kind: 'add', productId: 'malbec-2022' })
  await testShop.shop.changeCart(member, { kind: 'choose-shipping', method })
  return member
}

const start = (member: { id: string }, typed: Typed) =>
  testShop.shop.startCheckout(member, {}, '', typed)

async function orderOf(member: { id: string }, url: string) {
  await payAt(url)
  await testShop.shop.recordPayment(/cs_[^/?#]+/.exec(url)![0])
  const [order] = await testShop.db.select().from(orders).where(eq(orders.userId, member.id))
  return order!
}

test('a purchase as a gift has its recipient beside the buyer, whose name and receipt it keeps', async () => {
  const member = await aCart()
  const started = await start(member, lucia)
  if (!started.ok) throw new Error(started.reason)
  const session = await testShop.services.payments.getSession(/cs_[^/?#]+/.exec(started.url)![0])
  expect(session!.note).toBe(giftStatement)
  const order = await orderOf(member, started.url)
  expect(order).toMatchObject({ name: 'Ana Ruiz', email: member.email })
  expect(order.shipTo).toMatchObject({
    ...{ name: 'Ana Ruiz', statement: giftStatement },
    gift: { name: 'Lucía Ferrer', phone: '4155550142', note: 'Happy birthday!' },
  })
  expect(await emailsTo(testShop, member.email, 'order-confirmation')).toMatchObject([
    { props: { shipTo: { name: 'Lucía Ferrer' } } },
  ])
})

test.each([
  ['no phone', { ...lucia, giftPhone: '' }],
  ['only a note', { giftNote: 'Happy birthday!' }],
  ['a name that is too long', { ...lucia, giftName: 'M'.repeat(61) }],
])('is not opened with %s', async (_name, typed) => {
  expect(await start(await aCart(), typed)).toEqual({ ok: false, reason: 'gift-incomplete' })
})

test('another recipient is another payment page; the same one, the same', async () => {
  const member = await aCart()
  const first = await start(member, lucia)
  expect(await start(member, lucia)).toEqual(first)
  const plain = await start(member, {})
  expect(plain).toMatchObject({ ok: true })
  expect(plain).not.toEqual(first)
  const order = await orderOf(member, plain.ok ? plain.url : '')
  expect(order.shipTo).not.toHaveProperty('gift')
})

test('a pickup is nobody’s gift', async () => {
  const member = await aCart('pickup')
  const started = await start(member, lucia)
  const order = await orderOf(member, started.ok ? started.url : '')
  expect(order.shipTo).not.toHaveProperty('gift')
})
