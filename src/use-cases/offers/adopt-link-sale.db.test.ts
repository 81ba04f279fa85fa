import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { checkouts, orders, products, refunds } from '#data/schema/trade.ts'
import { buyerStatement } from '#domain/checkout.ts'
import { differencesNow } from '#tests/harness/books-agree.ts'
import { askProvider, clearFaults, payAt, signedEvent } from '#tests/harness/provider.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { openTestShop, setStock } from '#tests/harness/test-shop.ts'

import type { Payments } from '#services/payments/payments.ts'
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

/** How a payment link is set at the provider, where not as the house is told to. */
type LinkSettings = { priceId?: string; rateId?: string; note?: string }

/** A page as a payment link opens it, paid. */
async function aLinkSale(state: 'TX' | 'UT', quantity = 2, link: LinkSettings = {}) {
  const { priceIds, rateIds, taxRateId } = house.parts.settings
  const session = await askProvider().checkout.sessions.create({
    mode: 'payment',
    line_items: [{ price: link.priceId ?? priceIds[wine]!, quantity, tax_rates: [taxRateId] }],
    shipping_address_collection: { allowed_countries: ['US'] },
    shipping_options: [{ shipping_rate: link.rateId ?? rateIds.ground[2] }],
    ...(link.note && { custom_text: { submit: { message: link.note } } }),
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

/** The shop, with some of the provider's answers changed. */
const partsWith = (changed: Partial<Payments>): Parts => ({
  ...parts,
  payments: { ...parts.payments, ...changed },
})

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
  const sessionId = await aLinkSale('TX', 1, { priceId: price.id })
  expect(await recordPayment(parts, sessionId)).toEqual({ state: 'unknown' })
  expect(await orderOf(sessionId)).toBeUndefined()
  expect(await differencesNow(house, { stock: false })).toEqual([])
})

test('wine goes nowhere abroad, whatever the state is called', async () => {
  const getPayment: Payments['getPayment'] = async (id) => {
    const payment = await parts.payments.getPayment(id)
    const { shipping } = payment!
    const address = { ...shipping!.address, country: 'MX' }
    return { ...payment!, shipping: { ...shipping!, address } }
  }
  const sessionId = await aLinkSale('TX')
  const recorded = await recordPayment(partsWith({ getPayment }), sessionId)
  expect(recorded).toMatchObject({ state: 'paid', notServed: 'state-not-served' })
  expect(await orderOf(sessionId)).toMatchObject({ attention: 'address-not-served' })
  expect(await soldNow()).toBe(0)
})

test('wine that is gone is the verdict, as it is of every offer', async () => {
  await setStock(house.db, wine, 1)
  const sessionId = await aLinkSale('TX')
  expect(await recordPayment(parts, sessionId)).toMatchObject({ notServed: 'stock-gone' })
  const where = eq(checkouts.sessionId, sessionId)
  const [checkout] = await house.db.select().from(checkouts).where(where)
  expect(checkout!.verdict).toBe('stock-gone')
})

test('what was paid goes back, also where the link takes tax on the shipping', async () => {
  const { rateIds } = house.parts.settings
  const taxed = await askProvider().shippingRates.create({
    display_name: 'Ground shipping and its tax',
    type: 'fixed_amount',
    fixed_amount: { amount: 5_363, currency: 'usd' },
  })
  const sessionId = await aLinkSale('UT', 2, { rateId: taxed.id })
  const getSession: Payments['getSession'] = async (id) => {
    const session = await parts.payments.getSession(id)
    return session && { ...session, shippingRateId: rateIds.ground[2] }
  }
  await recordPayment(partsWith({ getSession }), sessionId)
  const order = (await orderOf(sessionId))!
  expect(order).toMatchObject({ shippingCents: 5_363, totalCents: 101_888 })
  const [refund] = await house.db.select().from(refunds).where(eq(refunds.orderId, order.id))
  await house.shop.makeRefund(refund!.id)
  expect(await orderOf(sessionId)).toMatchObject({ state: 'refunded', refundedCents: 101_888 })
  expect(await differencesNow(house, { stock: false })).toEqual([])
})

test('only a statement that the link showed is kept as the buyer’s', async () => {
  const silent = await aLinkSale('TX', 1)
  const telling = await aLinkSale('TX', 1, { note: `${buyerStatement} We write to you.` })
  for (const sessionId of [silent, telling]) await recordPayment(parts, sessionId)
  expect((await orderOf(silent))!.shipTo!.statement).toBe('')
  expect((await orderOf(telling))!.shipTo!.statement).toBe(buyerStatement)
})

test('what was given back before the sale was in the books is read once it is', async () => {
  const sessionId = await aLinkSale('TX')
  const { paymentIntentId } = (await parts.payments.getSession(sessionId))!
  const payment = paymentIntentId!
  const made = await askProvider().refunds.create({ payment_intent: payment, amount: 2_000 })
  const event = signedEvent('refund.created', made.id, { paymentId: payment })
  expect(await house.shop.receiveEvent(event.body, event.signature)).toBe('settled')
  await recordPayment(parts, sessionId)
  const { rows } = await house.db.execute<{ payload: { paymentId: string } }>(
    sql`select payload from graphile_worker._private_jobs as jobs
      join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id
      where identifier = 'record-after-sale'`,
  )
  for (const { payload } of rows) await house.shop.recordAfterSale(payload.paymentId)
  expect(await orderOf(sessionId)).toMatchObject({
    state: 'partly-refunded',
    refundedCents: 2_000,
  })
})

test.each([
  ['a part of it', 2_000, 2],
  ['all of it', 101_525, 1],
] as const)(
  'where staff gave back %s before a sale that can’t be served was in the books, the rest goes back',
  async (_name, amount, rows) => {
    const sessionId = await aLinkSale('UT')
    const { paymentIntentId } = (await parts.payments.getSession(sessionId))!
    await askProvider().refunds.create({ payment_intent: paymentIntentId!, amount })
    await recordPayment(parts, sessionId)
    const order = (await orderOf(sessionId))!
    const ofOrder = eq(refunds.orderId, order.id)
    const [asked] = await house.db.select().from(refunds).where(ofOrder)
    await house.shop.makeRefund(asked!.id)
    expect(await orderOf(sessionId)).toMatchObject({
      state: 'refunded',
      refundedCents: 101_525,
      attention: 'address-not-served',
    })
    const made = await house.db.select().from(refunds).where(ofOrder)
    expect(made.map(({ state }) => state)).toEqual(Array.from({ length: rows }, () => 'made'))
    expect(await differencesNow(house, { stock: false })).toEqual([])
  },
)
