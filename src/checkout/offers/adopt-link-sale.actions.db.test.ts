import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { buyerStatements } from '#catalogue/destinations/buyer-statement.rules.ts'
import { checkouts } from '#catalogue/tables.ts'
import { products } from '#catalogue/wines/tables.ts'
import { orderLines, orders, refunds } from '#orders/order/tables.ts'
import type { Payments } from '#payments/payments.ts'
import type { Services } from '#platform/services/services.ts'
import { reconciliationDifferences } from '#tests/harness/expect-reconciled.ts'
import { withFlags } from '#tests/harness/order-flags.ts'
import { providerClient, clearFaults, payAt, signedEvent } from '#tests/harness/provider.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { openTestShop, setStock } from '#tests/harness/test-shop.ts'

import { recordPayment } from '../record-payment.actions.server.ts'

const wine = 'malbec-2022'
let testShop: TestShop
let services: Services

beforeAll(async () => {
  testShop = await openTestShop()
  // The fake provider has no payment links: sessions that the shop did not create count as theirs.
  const { payments } = testShop.services
  const getSession: typeof payments.getSession = async (id) => {
    const session = await payments.getSession(id)
    return session && { ...session, paymentLinkId: 'plink_1' }
  }
  services = { ...testShop.services, payments: { ...payments, getSession } }
})
afterAll(() => testShop.close())
beforeEach(async () => {
  await clearFaults()
  await setStock(testShop.db, wine, 10)
})

/** A payment link's settings where they differ from the recommended ones. */
type LinkSettings = { priceId?: string; besides?: string; rateId?: string; note?: string }

/** A paid session of a payment link. */
async function aLinkSale(state: 'TX' | 'UT', quantity = 2, link: LinkSettings = {}) {
  const { priceIds, rateIds, taxRateId } = testShop.services.settings
  const session = await providerClient().checkout.sessions.create({
    mode: 'payment',
    line_items: [
      { price: link.priceId ?? priceIds[wine]!, quantity, tax_rates: [taxRateId] },
      ...(link.besides ? [{ price: link.besides, quantity: 1 }] : []),
    ],
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

const orderOf = async (sessionId: string) => {
  const [row] = await testShop.db.select().from(orders).where(eq(orders.sessionId, sessionId))
  return withFlags(testShop.db, row)
}

/** The services, with some of the provider's methods replaced. */
const servicesWith = (changed: Partial<Payments>): Services => ({
  ...services,
  payments: { ...services.payments, ...changed },
})

const soldNow = async () => {
  const [row] = await testShop.db.select().from(products).where(eq(products.id, wine))
  return row!.sold
}

test('a sale of a payment link becomes one order of its offer', async () => {
  const sessionId = await aLinkSale('TX')
  await Promise.all([recordPayment(services, sessionId), recordPayment(services, sessionId)])
  await recordPayment(services, sessionId)
  expect(await orderOf(sessionId)).toMatchObject({
    channel: 'offering',
    userId: null,
    name: 'Eva Marsh',
    shippingMethod: 'ground',
    subtotalCents: 90_000,
    taxCents: 6_525,
    shippingCents: 5_000,
    totalCents: 101_525,
    flags: [],
    shipTo: expect.objectContaining({ state: 'TX', rules: '2026-11-27' }),
  })
  expect(await soldNow()).toBe(2)
  expect(await reconciliationDifferences(testShop, { stock: false })).toEqual([])
})

test('what a link sells at a discount is on the order at the price that was paid', async () => {
  const sessionId = await aLinkSale('TX')
  const soldLinesOf: Payments['soldLinesOf'] = async (id) =>
    (await services.payments.soldLinesOf(id)).map((line) => {
      return { ...line, subtotal: 81_000, tax: 5_873 }
    })
  await recordPayment(servicesWith({ soldLinesOf }), sessionId)
  const order = (await orderOf(sessionId))!
  expect(order).toMatchObject({ subtotalCents: 81_000, taxCents: 5_873, shippingCents: 5_000 })
  const lines = await testShop.db.select().from(orderLines).where(eq(orderLines.orderId, order.id))
  expect(lines).toMatchObject([{ quantity: 2, unitPriceCents: 40_500, taxCents: 5_873 }])
})

test('a link sells an order’s three cases, and no four', async () => {
  const [three, four] = [await aLinkSale('TX', 3), await aLinkSale('TX', 4)]
  await recordPayment(services, three)
  expect(await orderOf(three)).toMatchObject({ subtotalCents: 135_000, flags: [] })
  expect(await soldNow()).toBe(3)
  expect(await recordPayment(services, four)).toEqual({ state: 'unknown' })
  expect(await orderOf(four)).toBeUndefined()
})

test.each([
  ['for an address wine may not go to', 'UT', 10, 'address-not-served'],
  ['of wine that is gone', 'TX', 1, 'stock-gone'],
] as const)('a sale %s is refunded automatically and flagged', async (_name, state, stock, why) => {
  await setStock(testShop.db, wine, stock)
  const sessionId = await aLinkSale(state)
  await recordPayment(services, sessionId)
  const order = (await orderOf(sessionId))!
  expect(order).toMatchObject({ flags: [why], state: 'paid' })
  expect(await soldNow()).toBe(0)
  const [refund] = await testShop.db.select().from(refunds).where(eq(refunds.orderId, order.id))
  await testShop.shop.makeRefund(refund!.id)
  expect(await orderOf(sessionId)).toMatchObject({ state: 'refunded' })
  expect(await reconciliationDifferences(testShop, { stock: false })).toEqual([])
})

test('a paid session without a payment link is not adopted', async () => {
  const sessionId = await aLinkSale('TX')
  expect(await recordPayment(testShop.services, sessionId)).toEqual({ state: 'unknown' })
  expect(await orderOf(sessionId)).toBeUndefined()
  expect(await soldNow()).toBe(0)
})

test('a sale of an unknown product, alone or beside a wine, is ignored', async () => {
  const { id } = await providerClient().products.create({ name: 'A corkscrew' })
  const price = await providerClient().prices.create({
    product: id,
    currency: 'usd',
    unit_amount: 2_000,
  })
  const sessionId = await aLinkSale('TX', 1, { priceId: price.id })
  expect(await recordPayment(services, sessionId)).toEqual({ state: 'unknown' })
  expect(await orderOf(sessionId)).toBeUndefined()
  const both = await aLinkSale('TX', 1, { besides: price.id })
  expect(await recordPayment(services, both)).toEqual({ state: 'unknown' })
  expect(await orderOf(both)).toBeUndefined()
  expect(await reconciliationDifferences(testShop, { stock: false })).toEqual([])
})

/** The payments of the provider, as if their addresses were in that country. */
const inCountry =
  (country: string): Payments['getPayment'] =>
  async (id) => {
    const payment = await services.payments.getPayment(id)
    const { shipping } = payment!
    const address = { ...shipping!.address, country }
    return { ...payment!, shipping: { ...shipping!, address } }
  }

test('an address abroad is not served, whatever its state', async () => {
  const sessionId = await aLinkSale('TX')
  const recorded = await recordPayment(servicesWith({ getPayment: inCountry('MX') }), sessionId)
  expect(recorded).toMatchObject({ state: 'paid', notServed: 'state-not-served' })
  expect(await orderOf(sessionId)).toMatchObject({ flags: ['address-not-served'] })
  expect(await soldNow()).toBe(0)
})

test('an address without a country is one by its state', async () => {
  const sessionId = await aLinkSale('TX')
  await recordPayment(servicesWith({ getPayment: inCountry('') }), sessionId)
  expect(await orderOf(sessionId)).toMatchObject({ flags: [], state: 'paid' })
  expect(await soldNow()).toBe(2)
})

test('stock-gone is a verdict, as for every offer', async () => {
  await setStock(testShop.db, wine, 1)
  const sessionId = await aLinkSale('TX')
  expect(await recordPayment(services, sessionId)).toMatchObject({ notServed: 'stock-gone' })
  const where = eq(checkouts.sessionId, sessionId)
  const [checkout] = await testShop.db.select().from(checkouts).where(where)
  expect(checkout!.verdict).toBe('stock-gone')
})

test('the full amount is refunded, also where the link taxes the shipping', async () => {
  const { rateIds } = testShop.services.settings
  const taxed = await providerClient().shippingRates.create({
    display_name: 'Ground shipping and its tax',
    type: 'fixed_amount',
    fixed_amount: { amount: 5_363, currency: 'usd' },
  })
  const sessionId = await aLinkSale('UT', 2, { rateId: taxed.id })
  const getSession: Payments['getSession'] = async (id) => {
    const session = await services.payments.getSession(id)
    return session && { ...session, shippingRateId: rateIds.ground[2] }
  }
  await recordPayment(servicesWith({ getSession }), sessionId)
  const order = (await orderOf(sessionId))!
  expect(order).toMatchObject({ shippingCents: 5_363, totalCents: 101_888 })
  const [refund] = await testShop.db.select().from(refunds).where(eq(refunds.orderId, order.id))
  await testShop.shop.makeRefund(refund!.id)
  expect(await orderOf(sessionId)).toMatchObject({ state: 'refunded', refundedCents: 101_888 })
  expect(await reconciliationDifferences(testShop, { stock: false })).toEqual([])
})

test('only a statement that the link showed is saved as the buyer’s', async () => {
  const silent = await aLinkSale('TX', 1)
  const telling = await aLinkSale('TX', 1, { note: `${buyerStatements.either} We write to you.` })
  for (const sessionId of [silent, telling]) await recordPayment(services, sessionId)
  expect((await orderOf(silent))!.shipTo!.statement).toBe('')
  expect((await orderOf(telling))!.shipTo!.statement).toBe(buyerStatements.either)
})

test('refunds made before the sale was recorded are read afterwards', async () => {
  const sessionId = await aLinkSale('TX')
  const { paymentIntentId } = (await services.payments.getSession(sessionId))!
  const payment = paymentIntentId!
  const made = await providerClient().refunds.create({ payment_intent: payment, amount: 2_000 })
  const event = signedEvent('refund.created', made.id, { paymentId: payment })
  expect(await testShop.shop.receiveEvent(event.body, event.signature)).toBe('settled')
  await recordPayment(services, sessionId)
  const { rows } = await testShop.db.execute<{ payload: { paymentId: string } }>(
    sql`select payload from graphile_worker._private_jobs as jobs
      join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id
      where identifier = 'record-after-sale'`,
  )
  for (const { payload } of rows) await testShop.shop.recordAfterSale(payload.paymentId)
  expect(await orderOf(sessionId)).toMatchObject({
    state: 'partly-refunded',
    refundedCents: 2_000,
  })
})

test.each([
  ['a part of it', 2_000, 2],
  ['all of it', 101_525, 1],
] as const)(
  'where staff refunded %s before an unservable sale was recorded, the rest is refunded',
  async (_name, amount, rows) => {
    const sessionId = await aLinkSale('UT')
    const { paymentIntentId } = (await services.payments.getSession(sessionId))!
    await providerClient().refunds.create({ payment_intent: paymentIntentId!, amount })
    await recordPayment(services, sessionId)
    const order = (await orderOf(sessionId))!
    const ofOrder = eq(refunds.orderId, order.id)
    const [requested] = await testShop.db.select().from(refunds).where(ofOrder)
    await testShop.shop.makeRefund(requested!.id)
    expect(await orderOf(sessionId)).toMatchObject({
      state: 'refunded',
      refundedCents: 101_525,
      flags: ['address-not-served'],
    })
    const made = await testShop.db.select().from(refunds).where(ofOrder)
    expect(made.map(({ state }) => state)).toEqual(Array.from({ length: rows }, () => 'made'))
    expect(await reconciliationDifferences(testShop, { stock: false })).toEqual([])
  },
)
