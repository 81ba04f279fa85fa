import { randomUUID } from 'node:crypto'

import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { checkouts } from '#catalogue/tables.ts'
import { orderDifferences } from '#order-changes/tables.ts'
import { orders, refunds } from '#orders/order/tables.ts'
import type { ProviderRefund } from '#payments/after-sale-payments.ts'
import type { PaymentSession } from '#payments/payment-session.ts'
import type { PaymentToReconcile } from '#payments/reconciliation-payments.ts'
import type { Services } from '#platform/services/services.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { openTestShop } from '#tests/harness/test-shop.ts'

import { reconcile } from './reconcile.actions.server.ts'
import { latestReconciliations, ordersOfSpan } from './reconciliation.store.server.ts'

let testShop: TestShop
beforeAll(async () => {
  testShop = await openTestShop()
})
afterAll(() => testShop.close())
beforeEach(async () => {
  for (const table of [orderDifferences, refunds, orders, checkouts])
    await testShop.db.delete(table)
})

const now = new Date('2026-11-20T12:00:00Z')
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000)

/** What the provider has in its pages, and, where it differs, what it has when it is read again. */
type There = {
  payments?: PaymentToReconcile[]
  refunds?: ProviderRefund[]
  sessions?: PaymentSession[]
  later?: { payments?: PaymentToReconcile[]; sessions?: PaymentSession[] }
}

async function compared(there: There, most?: number) {
  const { payments = [], refunds: back = [], sessions = [], later = {} } = there
  const fake = {
    async *paymentPages() {
      yield payments
    },
    async *refundPages() {
      yield back
    },
    async *sessionPages() {
      yield sessions
    },
    paymentToReconcile: async (id: string) =>
      (later.payments ?? payments).find((one) => one.id === id) ?? null,
    getSession: async (id: string) =>
      (later.sessions ?? sessions).find((one) => one.id === id) ?? null,
  }
  const services = {
    ...testShop.services,
    clock: () => now,
    payments: fake as unknown as Services['payments'],
  }
  const request = { requestedBy: null, ...(most !== undefined && { most }) }
  const outcome = await reconcile(services, request)
  if (!outcome.ok) throw new Error(outcome.reason)
  const { differences, counts, isWhole } = outcome
  return { differences, counts, isWhole }
}

const differencesOf = async (there: There) => (await compared(there)).differences

const amounts = { subtotalCents: 45_000, shippingCents: 0, taxCents: 0, totalCents: 45_000 }

async function aCheckout(row: Partial<typeof checkouts.$inferInsert> = {}) {
  const own = {
    channel: 'cart',
    state: 'paid',
    fingerprint: '',
    ...amounts,
    expiresAt: now,
  } as const
  const [checkout] = await testShop.db
    .insert(checkouts)
    .values({ ...own, ...row })
    .returning({ id: checkouts.id })
  return checkout!.id
}

async function anOrder(row: Partial<typeof orders.$inferInsert> = {}) {
  const own = { channel: 'cart', email: 'a@b.example', name: 'A', createdAt: ago(60) } as const
  const [order] = await testShop.db
    .insert(orders)
    .values({ ...own, checkoutId: await aCheckout(), ...amounts, ...row })
    .returning()
  return order!
}

const paidMore = async (orderId: string, paymentIntentId: string | null, minutes = 30) =>
  testShop.db.insert(orderDifferences).values({
    checkoutId: await aCheckout({ channel: 'difference', paymentIntentId }),
    ...{ orderId, by: 'customer', paidCents: 1_500, paidAt: ago(minutes) },
  })

const payment = (id: string, more: Partial<PaymentToReconcile> = {}): PaymentToReconcile => ({
  ...{ id, checkoutId: randomUUID(), state: 'paid', amount: 45_000, refunded: 0 },
  ...{ isDisputed: false, createdAt: ago(60), ...more },
})

const refund = (id: string, more: Partial<ProviderRefund> = {}): ProviderRefund => ({
  ...{ id, paymentId: 'pi_1', refundId: null, amount: 700, state: 'made', failure: null },
  ...{ createdAt: ago(30), ...more },
})

test('a payment is that of its order to the cent, and one that changes meanwhile is read again', async () => {
  const { number: order } = await anOrder({ paymentIntentId: 'pi_1', refundedCents: 700 })
  const right = payment('pi_1', { refunded: 700 })
  expect(await differencesOf({ payments: [right] })).toEqual([])
  const wrong = (more: Partial<PaymentToReconcile>) =>
    differencesOf({ payments: [{ ...right, ...more }] })
  expect(await wrong({ amount: 45_001 })).toEqual([
    { kind: 'amount-differs', order, ours: 45_000, theirs: 45_001 },
  ])
  expect(await wrong({ refunded: 0 })).toEqual([
    { kind: 'refunded-differs', order, ours: 700, theirs: 0 },
  ])
  expect(await wrong({ isDisputed: true })).toEqual([
    { kind: 'dispute-unknown', order, payment: 'pi_1' },
  ])
  expect(await wrong({ state: 'authorised' })).toEqual([
    { kind: 'order-without-money', order, payment: 'pi_1', state: 'authorised' },
  ])
  const changing = { payments: [{ ...right, amount: 1 }], later: { payments: [right] } }
  expect(await differencesOf(changing)).toEqual([])
  const gone = { payments: [{ ...right, amount: 1 }], later: { payments: [] } }
  expect(await differencesOf(gone)).toEqual([
    { kind: 'order-without-payment', order, payment: 'pi_1' },
  ])
})

test('orders of five weeks until five minutes ago need their payment, those of the seed none', async () => {
  const days = 35 * 24 * 60
  const named = (paymentIntentId: string, createdAt: Date) =>
    anOrder({ paymentIntentId, createdAt })
  await named('pi_old', ago(days + 6))
  await named('pi_new', ago(4))
  const first = await named('pi_first', ago(days + 4))
  const last = await named('pi_last', ago(6))
  await anOrder({ paymentIntentId: null, sessionId: 'cs_seed_1' })
  const without = await anOrder({ paymentIntentId: null, sessionId: 'cs_1' })
  const { differences, counts } = await compared({
    payments: [payment('pi_o', { checkoutId: null })],
  })
  const kind = 'order-without-payment'
  expect(differences).toEqual([
    { kind, order: first.number, payment: 'pi_first' },
    { kind, order: last.number, payment: 'pi_last' },
    { kind, order: without.number, payment: null },
  ])
  expect(counts).toMatchObject({ payments: 1, foreign: 1, orders: 4, seeded: 1 })
})

test('beyond its limit nothing is said of what was not seen, and it says that it is not whole', async () => {
  const order = await anOrder({ paymentIntentId: 'pi_1' })
  await paidMore(order.id, 'pi_more')
  await testShop.db.insert(refunds).values({
    ...{ orderId: order.id, requestKey: 'k', providerId: 're_1', cause: 'staff', state: 'made' },
    ...{ amountCents: 700, requestedAt: ago(30) },
  })
  const others = {
    payments: [payment('pi_other', { checkoutId: null })],
    refunds: [refund('re_other', { paymentId: 'pi_other' })],
  }
  const short = await compared(others, 1)
  expect([short.differences, short.isWhole]).toEqual([[], false])
  const whole = await compared(others, 2)
  expect(whole.differences.map(({ kind }) => kind)).toEqual([
    'order-without-payment',
    'order-without-payment',
    'refund-unknown-there',
  ])
  expect(whole.isWhole).toBe(true)
  const sessions = [sessionOf(null)]
  expect(await compared({ sessions }, 1)).toMatchObject({ isWhole: false, counts: { pages: 1 } })
})

test('what was paid for shipping alone is compared by its sum, and its refunds not one by one', async () => {
  const order = await anOrder({ paymentIntentId: 'pi_1' })
  const { number } = order
  await paidMore(order.id, 'pi_more')
  await paidMore(order.id, null, 20)
  // Begun, and not recorded as paid.
  await testShop.db.insert(orderDifferences).values({
    checkoutId: await aCheckout({ channel: 'difference', paymentIntentId: 'pi_begun' }),
    ...{ orderId: order.id, by: 'customer' },
  })
  const right = [payment('pi_1'), payment('pi_more', { amount: 1_500 })]
  const none = { kind: 'order-without-payment', order: number, payment: null }
  expect(await differencesOf({ payments: right })).toEqual([none])
  const begun = payment('pi_begun', { amount: 1_500 })
  expect(await differencesOf({ payments: [...right, begun] })).toEqual([
    { kind: 'paid-without-order', payment: 'pi_begun', amount: 1_500 },
    none,
  ])
  const [wine, more] = right
  expect(await differencesOf({ payments: [wine!, { ...more!, amount: 1_499 }] })).toEqual([
    { kind: 'amount-differs', order: number, ours: 1_500, theirs: 1_499 },
    none,
  ])
  const back = { ...more!, refunded: 500 }
  const refunded = { payments: [wine!, back], refunds: [refund('re_1', { paymentId: 'pi_more' })] }
  expect(await differencesOf(refunded)).toEqual([
    { kind: 'refunded-differs', order: number, ours: 0, theirs: 500 },
    none,
  ])
  expect(await differencesOf({ payments: [wine!] })).toEqual([
    { kind: 'order-without-payment', order: number, payment: 'pi_more' },
    none,
  ])
})

test('what was paid for shipping alone needs its payment from five weeks until five minutes ago', async () => {
  const order = await anOrder({ paymentIntentId: 'pi_1' })
  const days = 35 * 24 * 60
  await paidMore(order.id, 'pi_old', days + 6)
  await paidMore(order.id, 'pi_first', days + 4)
  await paidMore(order.id, 'pi_last', 6)
  await paidMore(order.id, 'pi_new', 4)
  expect(await differencesOf({ payments: [payment('pi_1')] })).toEqual(
    ['pi_first', 'pi_last'].map((id) => ({
      ...{ kind: 'order-without-payment', order: order.number, payment: id },
    })),
  )
})

test('a refund has to be known there from five weeks until five minutes ago', async () => {
  const order = await anOrder({ paymentIntentId: 'pi_1', refundedCents: 2_800 })
  const days = 35 * 24 * 60
  for (const [providerId, minutes] of [
    ['re_old', days + 6],
    ['re_first', days + 4],
    ['re_last', 6],
    ['re_new', 4],
  ] as const)
    await testShop.db.insert(refunds).values({
      ...{ orderId: order.id, requestKey: providerId, providerId, cause: 'staff', state: 'made' },
      ...{ amountCents: 700, requestedAt: ago(minutes) },
    })
  const payments = [payment('pi_1', { refunded: 2_800 })]
  expect(await differencesOf({ payments })).toEqual(
    ['re_first', 're_last'].map((id) => ({
      ...{ kind: 'refund-unknown-there', order: order.number, refund: id },
    })),
  )
})

test('a refund that waited is looked for there by when it was made', async () => {
  const { id: orderId } = await anOrder({ paymentIntentId: 'pi_1', refundedCents: 700 })
  await testShop.db.insert(refunds).values({
    ...{ orderId, requestKey: 're_late', providerId: 're_late', cause: 'staff', state: 'made' },
    ...{ amountCents: 700, requestedAt: ago(50), settledAt: ago(4) },
  })
  expect(await differencesOf({ payments: [payment('pi_1', { refunded: 700 })] })).toEqual([])
})

test('orders are read in batches, each after the last of the one before', async () => {
  const numbers: number[] = []
  for (const paymentIntentId of ['pi_1', 'pi_2', 'pi_3'])
    numbers.push((await anOrder({ paymentIntentId })).number)
  const read = async (after: number) =>
    (await ordersOfSpan(testShop.db, { from: ago(90), to: now }, after, 2)).map((one) => one.number)
  expect(await read(0)).toEqual(numbers.slice(0, 2))
  expect(await read(numbers[1]!)).toEqual(numbers.slice(2))
  expect(await read(numbers[2]!)).toEqual([])
})

test('an authorisation is left over once its checkout is no longer open', async () => {
  const authorised = (checkoutId: string | null) =>
    differencesOf({ payments: [payment('pi_1', { checkoutId, state: 'authorised' })] })
  const left = [{ kind: 'left-authorised', payment: 'pi_1', amount: 45_000 }]
  expect(
    await authorised(await aCheckout({ state: 'open', expiresAt: new Date('2027-01-01') })),
  ).toEqual([])
  for (const state of ['expired', 'cancelled', 'refused', 'paid'] as const)
    expect(await authorised(await aCheckout({ state })), state).toEqual(left)
  expect(await authorised(randomUUID())).toEqual(left)
  expect(await authorised('another system’s')).toEqual([])
  expect(await authorised(null)).toEqual([])
})

test('a refund that was made is known on both sides with its amount', async () => {
  const order = await anOrder({ paymentIntentId: 'pi_1', refundedCents: 700 })
  const { number } = order
  const payments = [payment('pi_1', { refunded: 700 })]
  const ours = (
    providerId: string,
    state: 'requested' | 'made' | 'failed',
    requestedAt = ago(30),
  ) =>
    testShop.db.insert(refunds).values({
      ...{ orderId: order.id, requestKey: providerId, providerId, cause: 'staff', state },
      ...{ amountCents: 700, requestedAt },
    })
  await ours('re_1', 'made')
  await ours('re_failed', 'failed')
  const known = { payments, refunds: [refund('re_1')] }
  expect(await differencesOf(known)).toEqual([])
  expect(await differencesOf({ payments, refunds: [refund('re_1', { amount: 701 })] })).toEqual([
    { kind: 'refund-differs', order: number, refund: 're_1', ours: 700, theirs: 701 },
  ])
  const more = refund('re_2')
  expect(await differencesOf({ payments, refunds: [...known.refunds, more] })).toEqual([
    { kind: 'refund-missing', order: number, refund: 're_2', amount: 700 },
  ])
  for (const other of [
    { ...more, state: 'failed' as const },
    { ...more, paymentId: 'pi_other' },
    { ...more, paymentId: null },
  ]) {
    expect(await differencesOf({ payments, refunds: [...known.refunds, other] })).toEqual([])
  }
  // One that failed there is known there: what it was counts in the sum of its payment.
  const failed = [refund('re_1', { state: 'failed' })]
  expect(await differencesOf({ payments, refunds: failed })).toEqual([])
  expect(await differencesOf({ payments })).toEqual([
    { kind: 'refund-unknown-there', order: number, refund: 're_1' },
  ])
  // It waits too long only after an hour.
  await testShop.db.execute(sql`
    update refunds set state = 'requested', requested_at = ${ago(59).toISOString()}
    where provider_id = 're_1'`)
  expect(await differencesOf({ payments })).toEqual([])
  await testShop.db.execute(sql`
    update refunds set requested_at = ${ago(61).toISOString()} where provider_id = 're_1'`)
  expect(await differencesOf({ payments })).toEqual([
    { kind: 'refund-waits', order: number, amount: 700 },
  ])
})

const sessionOf = (
  checkoutId: string | null,
  more: Partial<PaymentSession> = {},
): PaymentSession => ({
  ...{ id: 'cs_1', url: null, checkoutId, state: 'open', paid: false, amountTotal: 0 },
  ...{ paymentIntentId: null, email: null, name: null, shippingRateId: null, shippingCents: 0 },
  ...{ paymentLinkId: null, note: null, ...more },
})

test('a page of ours that can be paid holds its stock, or is a difference once it is read again', async () => {
  const left = [{ kind: 'page-left-open', session: 'cs_1' }]
  const soon = new Date(now.getTime() + 60_000)
  const open = await aCheckout({ state: 'open', expiresAt: soon })
  const expired = await aCheckout({ state: 'expired' })
  const pages = (session: PaymentSession, later?: PaymentSession[]) =>
    differencesOf({ sessions: [session], ...(later && { later: { sessions: later } }) })
  expect(await pages(sessionOf(open))).toEqual([])
  expect(await pages(sessionOf(expired))).toEqual(left)
  expect(await pages(sessionOf(expired, { state: 'expired' }))).toEqual([])
  expect(await pages(sessionOf(expired), [sessionOf(expired, { state: 'expired' })])).toEqual([])
  expect(await pages(sessionOf(expired), [])).toEqual([])
  for (const other of [randomUUID(), 'another system’s', null])
    expect(await pages(sessionOf(other))).toEqual([])
})

test('a hold is left open five minutes after it expired, and not before', async () => {
  const id = await aCheckout({ state: 'open', expiresAt: ago(4) })
  expect(await differencesOf({})).toEqual([])
  await testShop.db.execute(sql`
    update checkouts set expires_at = ${ago(5).toISOString()} where id = ${id}`)
  expect(await differencesOf({})).toEqual([{ kind: 'hold-left-open', checkout: id }])
})

test('all differences are counted, of which the first two hundred are kept', async () => {
  const order = await anOrder({ paymentIntentId: 'pi_1' })
  await testShop.db.insert(refunds).values(
    Array.from({ length: 200 }, (_, index) => ({
      ...{ orderId: order.id, requestKey: `${index}`, cause: 'staff' as const, amountCents: 1 },
      requestedAt: ago(90),
    })),
  )
  await aCheckout({ state: 'open', expiresAt: ago(5) })
  expect(await differencesOf({ payments: [payment('pi_1')] })).toHaveLength(201)
  const [latest] = await latestReconciliations(testShop.db, 1)
  expect(latest).toMatchObject({ differenceCount: 201 })
  expect(latest!.differences).toHaveLength(200)
})
