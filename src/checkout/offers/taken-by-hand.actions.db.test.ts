import { randomUUID } from 'node:crypto'

import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { checkouts } from '#catalogue/tables.ts'
import { products } from '#catalogue/wines/tables.ts'
import { mails } from '#mail/tables.ts'
import { orders, refunds } from '#orders/order/tables.ts'
import { reconciliationDifferences } from '#tests/harness/expect-reconciled.ts'
import { withFlags } from '#tests/harness/order-flags.ts'
import { providerClient, clearFaults, payAt, setFault } from '#tests/harness/provider.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { openTestShop, setStock } from '#tests/harness/test-shop.ts'

import { recordPayment } from '../record-payment.actions.server.ts'

const wine = 'malbec-2022'
let testShop: TestShop

beforeAll(async () => {
  testShop = await openTestShop()
})
afterAll(() => testShop.close())
beforeEach(async () => {
  await clearFaults()
  await setStock(testShop.db, wine, 10)
})

const places = {
  UT: { shipping_city: 'Salt Lake City', shipping_state: 'UT', shipping_postal_code: '84101' },
  TX: { shipping_city: 'Austin', shipping_state: 'TX', shipping_postal_code: '78701' },
}

/** An offer's page with its card authorised for that state, before any event has arrived. */
async function anAuthorised(state: keyof typeof places) {
  const email = `${randomUUID()}@example.com`
  const guest = { viewer: null, token: randomUUID(), address: randomUUID() }
  const wanted = { productId: wine, quantity: 1, shipTo: null }
  const started = await testShop.shop.startOffer(guest, wanted)
  if (!started.ok) throw new Error(started.reason)
  const street = { shipping_name: 'Eva Marsh', shipping_line1: '10 Main Street' }
  await payAt(started.url, { email, phone: '8015550123', ...street, ...places[state] })
  const sessionId = /cs_[^/?#]+/.exec(started.url)![0]
  const session = await testShop.services.payments.getSession(sessionId)
  return { email, sessionId, paymentId: session!.paymentIntentId! }
}

/** A capture in the provider's dashboard. */
const captureManually = (paymentId: string, amount?: number) =>
  providerClient().paymentIntents.capture(paymentId, amount ? { amount_to_capture: amount } : {})

const orderOf = async (sessionId: string) => {
  const [row] = await testShop.db.select().from(orders).where(eq(orders.sessionId, sessionId))
  return withFlags(testShop.db, row!)
}

const stockNow = async () => {
  const [row] = await testShop.db.select().from(products).where(eq(products.id, wine))
  return { held: row!.held, sold: row!.sold }
}

/** Makes the refund as the background job would. */
async function makeRefundOf(order: { id: string }) {
  const [refund] = await testShop.db.select().from(refunds).where(eq(refunds.orderId, order.id))
  await testShop.shop.makeRefund(refund!.id)
}

test('captured for an address that is not served: refunded whole', async () => {
  const { email, sessionId, paymentId } = await anAuthorised('UT')
  await captureManually(paymentId)
  const recorded = await testShop.shop.recordPayment(sessionId)
  expect(recorded).toMatchObject({ state: 'paid', isNew: true, notServed: 'state-not-served' })
  const again = await testShop.shop.recordPayment(sessionId)
  expect(again).toMatchObject({ state: 'paid', isNew: false, notServed: 'state-not-served' })
  const order = await orderOf(sessionId)
  expect(order).toMatchObject({ flags: ['address-not-served'], state: 'paid' })
  expect(await stockNow()).toEqual({ held: 0, sold: 0 })

  await makeRefundOf(order)
  expect(await orderOf(sessionId)).toMatchObject({ state: 'refunded' })
  const emails = await testShop.db.select().from(mails).where(eq(mails.recipient, email))
  expect(emails.map(({ kind }) => kind)).toEqual(['order-refunded'])
  expect(await reconciliationDifferences(testShop, { stock: false })).toEqual([])
})

test('refunded by hand before the shop does: not served, whoever asks again', async () => {
  const { sessionId, paymentId } = await anAuthorised('UT')
  await captureManually(paymentId)
  await testShop.shop.recordPayment(sessionId)
  await providerClient().refunds.create({ payment_intent: paymentId })
  await makeRefundOf(await orderOf(sessionId))
  expect(await orderOf(sessionId)).toMatchObject({ state: 'refunded' })
  const again = await testShop.shop.recordPayment(sessionId)
  expect(again).toMatchObject({ state: 'paid', isNew: false, notServed: 'state-not-served' })
})

test('captured for an address that is served: served', async () => {
  const { sessionId, paymentId } = await anAuthorised('TX')
  await captureManually(paymentId)
  const recorded = await testShop.shop.recordPayment(sessionId)
  expect(recorded).toMatchObject({ state: 'paid', notServed: null })
  expect(await orderOf(sessionId)).toMatchObject({ flags: [] })
  expect(await stockNow()).toEqual({ held: 0, sold: 1 })
})

test('captured during cancellation: not served', async () => {
  const { sessionId, paymentId } = await anAuthorised('UT')
  const { payments } = testShop.services
  const cancelPayment: typeof payments.cancelPayment = async (id, key) => {
    await captureManually(id)
    return payments.cancelPayment(id, key)
  }
  const services = { ...testShop.services, payments: { ...payments, cancelPayment } }
  expect(await recordPayment(services, sessionId)).toMatchObject({ notServed: 'state-not-served' })
  expect(await orderOf(sessionId)).toMatchObject({
    flags: ['address-not-served'],
    paymentIntentId: paymentId,
  })
  expect(await stockNow()).toEqual({ held: 0, sold: 0 })
})

test('captured in part for an address that is not served: that part is refunded', async () => {
  const { sessionId, paymentId } = await anAuthorised('UT')
  await captureManually(paymentId, 10_000)
  await testShop.shop.recordPayment(sessionId)
  const order = await orderOf(sessionId)
  expect(order).toMatchObject({ totalCents: 10_000, flags: ['address-not-served'] })
  await makeRefundOf(order)
  expect(await orderOf(sessionId)).toMatchObject({
    state: 'refunded',
    refundedCents: 10_000,
    flags: ['address-not-served'],
  })
  expect(await reconciliationDifferences(testShop, { stock: false })).toEqual([])
})

test('captured in part for an address that is served: short of the price, so refunded and flagged', async () => {
  const { sessionId, paymentId } = await anAuthorised('TX')
  await captureManually(paymentId, 40_000)
  await testShop.shop.recordPayment(sessionId)
  expect(await orderOf(sessionId)).toMatchObject({
    totalCents: 40_000,
    subtotalCents: 45_000,
    flags: ['amount-short'],
  })
  expect(await stockNow()).toEqual({ held: 0, sold: 0 })
})

test.each([
  ['is there again', 10, { flags: [] }, null, 1],
  ['is still gone', 0, { flags: ['stock-gone'] }, 'stock-gone', 0],
] as const)(
  'captured after its stock was gone, when some %s',
  async (_name, stock, order, notServed, sold) => {
    const { sessionId, paymentId } = await anAuthorised('TX')
    await setStock(testShop.db, wine, 0)
    await setFault({
      match: 'POST /v1/payment_intents/*/cancel',
      fault: 'error-before',
      times: 5,
    })
    expect(await testShop.shop.returnFromPayment(sessionId, '')).toEqual({
      state: 'being-confirmed',
    })
    await clearFaults()
    const where = eq(checkouts.sessionId, sessionId)
    const [checkout] = await testShop.db.select().from(checkouts).where(where)
    expect(checkout!.verdict).toBe('stock-gone')

    await captureManually(paymentId)
    await setStock(testShop.db, wine, stock)
    expect(await testShop.shop.recordPayment(sessionId)).toMatchObject({ state: 'paid', notServed })
    expect(await orderOf(sessionId)).toMatchObject(order)
    expect(await stockNow()).toEqual({ held: 0, sold })
  },
)
