import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { orders, products, refunds } from '#data/schema/trade.ts'
import { differencesNow } from '#tests/harness/books-agree.ts'
import { askProvider, clearFaults, payAt } from '#tests/harness/provider.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { openTestShop, setStock } from '#tests/harness/test-shop.ts'

import type { Parts } from '#use-cases/parts.ts'
import { recordPayment } from '#use-cases/checkout/record-payment.ts'

const wine = 'malbec-2022'
let house: TestShop
let parts: Parts

beforeAll(async () => {
  house = await openTestShop()
  // The stand-in has no payment links: a page that nobody here asked for is taken for one of theirs.
  const { payments } = house.parts
  const getSession: typeof payments.getSession = async (id) => {
    const session = await payments.getSession(id)
    return session && { ...session, paymentLinkId: 'plink_1' }
  }
  parts = { ...house.parts, payments: { ...payments, getSession } }
})
afterAll(() => house.close())
beforeEach(async () => {
  await clearFaults()
  await setStock(house.db, wine, 10)
})

/** A page as a payment link opens it, paid. */
async function aLinkSale(state: 'TX' | 'UT', quantity = 2, priceId?: string) {
  const { priceIds, rateIds, taxRateId } = house.parts.settings
  const session = await askProvider().checkout.sessions.create({
    mode: 'payment',
    line_items: [{ price: priceId ?? priceIds[wine]!, quantity, tax_rates: [taxRateId] }],
    shipping_address_collection: { allowed_countries: ['US'] },
    shipping_options: [{ shipping_rate: rateIds.ground[2] }],
    success_url: 'https://shop.example/success_offering?session_id={CHECKOUT_SESSION_ID}',
  })
  await payAt(session.url!, {
    shipping_name: 'Eva Marsh',
    shipping_line1: '400 Congress Ave',
    shipping_city: 'Austin',
    shipping_state: state,
    shipping_postal_code: state === 'TX' ? '78701' : '84101',
  })
  return session.id
}

const orderOf = async (sessionId: string) =>
  (await house.db.select().from(orders).where(eq(orders.sessionId, sessionId)))[0]

const soldNow = async () => {
  const [row] = await house.db.select().from(products).where(eq(products.id, wine))
  return row!.sold
}

test('a sale of a payment link is an order of its offer, once', async () => {
  const sessionId = await aLinkSale('TX')
  await Promise.all([recordPayment(parts, sessionId), recordPayment(parts, sessionId)])
  await recordPayment(parts, sessionId)
  expect(await orderOf(sessionId)).toMatchObject({
    channel: 'offering',
    userId: null,
    name: 'Eva Marsh',
    shippingMethod: 'ground',
    subtotalCents: 90_000,
    taxCents: 6_525,
    shippingCents: 5_000,
    totalCents: 101_525,
    attention: null,
    shipTo: expect.objectContaining({ state: 'TX', rules: '2026-11-01' }),
  })
  expect(await soldNow()).toBe(2)
  expect(await differencesNow(house, { stock: false })).toEqual([])
})

test.each([
  ['for an address wine may not go to', 'UT', 10, 'address-not-served'],
  ['of wine that is gone', 'TX', 1, 'stock-gone'],
] as const)(
  'a sale %s goes back by itself, and staff are told',
  async (_name, state, stock, why) => {
    await setStock(house.db, wine, stock)
    const sessionId = await aLinkSale(state)
    await recordPayment(parts, sessionId)
    const order = (await orderOf(sessionId))!
    expect(order).toMatchObject({ attention: why, state: 'paid' })
    expect(await soldNow()).toBe(0)
    const [refund] = await house.db.select().from(refunds).where(eq(refunds.orderId, order.id))
    await house.shop.makeRefund(refund!.id)
    expect(await orderOf(sessionId)).toMatchObject({ state: 'refunded' })
    expect(await differencesNow(house, { stock: false })).toEqual([])
  },
)

test('what is no offer of ours is none of our business', async () => {
  const { id } = await askProvider().products.create({ name: 'A corkscrew' })
  const price = await askProvider().prices.create({
    product: id,
    currency: 'usd',
    unit_amount: 2_000,
  })
  const sessionId = await aLinkSale('TX', 1, price.id)
  expect(await recordPayment(parts, sessionId)).toEqual({ state: 'unknown' })
  expect(await orderOf(sessionId)).toBeUndefined()
  expect(await differencesNow(house, { stock: false })).toEqual([])
})
