import { randomUUID } from 'node:crypto'

import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { mails } from '#data/schema/desk.ts'
import { checkouts, orders, products, refunds } from '#data/schema/trade.ts'
import { differencesNow } from '#tests/harness/books-agree.ts'
import { askProvider, clearFaults, payAt, setFault } from '#tests/harness/provider.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { openTestShop, setStock } from '#tests/harness/test-shop.ts'
import { recordPayment } from '#use-cases/checkout/record-payment.ts'

const wine = 'malbec-2022'
let house: TestShop

beforeAll(async () => {
  house = await openTestShop()
})
afterAll(() => house.close())
beforeEach(async () => {
  await clearFaults()
  await setStock(house.db, wine, 10)
})

const places = {
  UT: { shipping_city: 'Salt Lake City', shipping_state: 'UT', shipping_postal_code: '84101' },
  TX: { shipping_city: 'Austin', shipping_state: 'TX', shipping_postal_code: '78701' },
}

/** An offer's page, its card authorised for that state, with nothing told to the shop yet. */
async function anAuthorised(state: keyof typeof places) {
  const email = `${randomUUID()}@example.com`
  const guest = { viewer: null, token: randomUUID(), address: randomUUID() }
  const asked = { productId: wine, quantity: 1, shipTo: null }
  const started = await house.shop.startOffer(guest, asked)
  if (!started.ok) throw new Error(started.reason)
  const street = { shipping_name: 'Eva Marsh', shipping_line1: '10 Main Street' }
  await payAt(started.url, { email, phone: '8015550123', ...street, ...places[state] })
  const sessionId = /cs_[^/?#]+/.exec(started.url)![0]
  const session = await house.parts.payments.getSession(sessionId)
  return { email, sessionId, paymentId: session!.paymentIntentId! }
}

/** As staff take it at the provider's own desk. */
const takeByHand = (paymentId: string, amount?: number) =>
  askProvider().paymentIntents.capture(paymentId, amount ? { amount_to_capture: amount } : {})

const orderOf = async (sessionId: string) =>
  (await house.db.select().from(orders).where(eq(orders.sessionId, sessionId)))[0]!

const stockNow = async () => {
  const [row] = await house.db.select().from(products).where(eq(products.id, wine))
  return { held: row!.held, sold: row!.sold }
}

/** Makes the refund that the queue would make. */
async function makeRefundOf(order: { id: string }) {
  const [refund] = await house.db.select().from(refunds).where(eq(refunds.orderId, order.id))
  await house.shop.makeRefund(refund!.id)
}

test('taken for an address wine may not go to, it is not served: all of it goes back', async () => {
  const { email, sessionId, paymentId } = await anAuthorised('UT')
  await takeByHand(paymentId)
  const recorded = await house.shop.recordPayment(sessionId)
  expect(recorded).toMatchObject({ state: 'paid', isNew: true, notServed: 'state-not-served' })
  const again = await house.shop.recordPayment(sessionId)
  expect(again).toMatchObject({ state: 'paid', isNew: false, notServed: 'state-not-served' })
  const order = await orderOf(sessionId)
  expect(order).toMatchObject({ attention: 'address-not-served', state: 'paid' })
  expect(await stockNow()).toEqual({ held: 0, sold: 0 })

  await makeRefundOf(order)
  expect(await orderOf(sessionId)).toMatchObject({ state: 'refunded' })
  const letters = await house.db.select().from(mails).where(eq(mails.recipient, email))
  expect(letters.map(({ kind }) => kind)).toEqual(['order-refunded'])
  expect(await differencesNow(house, { stock: false })).toEqual([])
})

test('taken for an address wine may go to, it is served', async () => {
  const { sessionId, paymentId } = await anAuthorised('TX')
  await takeByHand(paymentId)
  const recorded = await house.shop.recordPayment(sessionId)
  expect(recorded).toMatchObject({ state: 'paid', notServed: null })
  expect(await orderOf(sessionId)).toMatchObject({ attention: null })
  expect(await stockNow()).toEqual({ held: 0, sold: 1 })
})

test('taken while it was being let go, it is not served', async () => {
  const { sessionId, paymentId } = await anAuthorised('UT')
  const { payments } = house.parts
  const cancelPayment: typeof payments.cancelPayment = async (id, key) => {
    await takeByHand(id)
    return payments.cancelPayment(id, key)
  }
  const parts = { ...house.parts, payments: { ...payments, cancelPayment } }
  expect(await recordPayment(parts, sessionId)).toMatchObject({ notServed: 'state-not-served' })
  expect(await orderOf(sessionId)).toMatchObject({
    attention: 'address-not-served',
    paymentIntentId: paymentId,
  })
  expect(await stockNow()).toEqual({ held: 0, sold: 0 })
})

test('taken in part, it comes to that part, and that part goes back', async () => {
  const { sessionId, paymentId } = await anAuthorised('UT')
  await takeByHand(paymentId, 10_000)
  await house.shop.recordPayment(sessionId)
  const order = await orderOf(sessionId)
  expect(order).toMatchObject({ totalCents: 10_000, attention: 'address-not-served' })
  await makeRefundOf(order)
  expect(await orderOf(sessionId)).toMatchObject({
    state: 'refunded',
    refundedCents: 10_000,
    attention: 'address-not-served',
  })
  expect(await differencesNow(house, { stock: false })).toEqual([])
})

test('taken in part and served, staff are told that it is not the price', async () => {
  const { sessionId, paymentId } = await anAuthorised('TX')
  await takeByHand(paymentId, 40_000)
  await house.shop.recordPayment(sessionId)
  expect(await orderOf(sessionId)).toMatchObject({
    totalCents: 40_000,
    subtotalCents: 45_000,
    attention: 'amount-differs',
  })
})

test.each([
  ['is there again', 10, { attention: null }, null, 1],
  ['is still gone', 0, { attention: 'stock-gone' }, 'stock-gone', 0],
] as const)(
  'taken after its wine was gone, when some %s',
  async (_name, stock, order, notServed, sold) => {
    const { sessionId, paymentId } = await anAuthorised('TX')
    await setStock(house.db, wine, 0)
    await setFault({
      match: 'POST /v1/payment_intents/*/cancel',
      fault: 'error-before',
      times: 5,
    })
    expect(await house.shop.returnFromPayment(sessionId)).toEqual({ state: 'being-confirmed' })
    await clearFaults()
    const where = eq(checkouts.sessionId, sessionId)
    const [checkout] = await house.db.select().from(checkouts).where(where)
    expect(checkout!.verdict).toBe('stock-gone')

    await takeByHand(paymentId)
    await setStock(house.db, wine, stock)
    expect(await house.shop.recordPayment(sessionId)).toMatchObject({ state: 'paid', notServed })
    expect(await orderOf(sessionId)).toMatchObject(order)
    expect(await stockNow()).toEqual({ held: 0, sold })
  },
)
