import { randomUUID } from 'node:crypto'

import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { checkouts } from '#catalogue/tables.ts'
import { mails } from '#mail/tables.ts'
import { disputesOf, ownDisputeStatesOf } from '#orders/disputes/disputes.store.server.ts'
import { openFlagsOf } from '#orders/flags/order-flags.store.server.ts'
import { orders, refunds } from '#orders/order/tables.ts'
import type { ProviderDispute, ProviderRefund } from '#payments/after-sale-payments.ts'
import { ProviderRefused } from '#payments/payments.ts'
import { isJobQueued } from '#platform/jobs/queue.server.ts'
import type { Services } from '#platform/services/services.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { openTestShop } from '#tests/harness/test-shop.ts'

import { paidDifferencesOf } from './differences.store.server.ts'
import { refundDifference, refundDifferences } from './refund-differences.actions.server.ts'
import { orderChanges, orderDifferences } from './tables.ts'

let testShop: TestShop
beforeAll(async () => {
  testShop = await openTestShop()
})
afterAll(() => testShop.close())

/** What the provider has of the payments, and what it is asked to refund. */
let atProvider: { refunds: ProviderRefund[]; disputes: ProviderDispute[] }
let asked: unknown[]
let refuses = false
beforeEach(() => {
  atProvider = { refunds: [], disputes: [] }
  asked = []
  refuses = false
})

const made = (amount: number, state: 'made' | 'failed' = 'made'): ProviderRefund => ({
  ...{ id: randomUUID(), paymentId: 'pi', refundId: null, amount, state, failure: null },
  createdAt: new Date(),
})

const services = (): Services => ({
  ...testShop.services,
  payments: {
    ...testShop.services.payments,
    afterSaleOf: async () => atProvider,
    async makeRefund(request, key) {
      if (refuses) throw new ProviderRefused('odd', 'Refused.')
      asked.push([request.amount, request.refundId, key])
      atProvider.refunds.push(made(request.amount))
    },
  } as Services['payments'],
})

type Paid = { paidCents: number; refundCents?: number; refundedCents?: number }

/** An order with paid differences, of which the last was paid last. */
async function anOrder(...paid: Paid[]) {
  const { db } = testShop
  const amounts = { subtotalCents: 45_000, shippingCents: 0, taxCents: 0, totalCents: 45_000 }
  const aCheckout = async (channel: 'cart' | 'difference') => {
    const [row] = await db
      .insert(checkouts)
      .values({
        ...{ channel, state: 'paid', fingerprint: '', shippingMethod: 'overnight', ...amounts },
        ...{ paymentIntentId: `pi_${randomUUID()}`, expiresAt: new Date() },
      })
      .returning()
    return row!
  }
  const checkoutId = (await aCheckout('cart')).id
  const email = `${randomUUID()}@example.com`
  const [order] = await db
    .insert(orders)
    .values({ checkoutId, channel: 'cart', email, name: 'Ana Ruiz', ...amounts })
    .returning()
  const ids: string[] = []
  for (const [index, one] of paid.entries()) {
    const { id } = await aCheckout('difference')
    await db.insert(orderDifferences).values({
      ...{ checkoutId: id, orderId: order!.id, by: 'customer', ...one },
      paidAt: new Date(Date.UTC(2026, 9, index + 1)),
    })
    ids.push(id)
  }
  return { order: order!, ids }
}

const differencesOf = async (order: { id: string }) =>
  (await paidDifferencesOf(testShop.db, order.id)).map(({ refundCents, refundedCents }) => [
    refundCents,
    refundedCents,
  ])

const told = async (email: string) =>
  (
    await testShop.db.select().from(mails).where(eq(mails.recipient, email)).orderBy(mails.number)
  ).map(({ props }) => props as { totalCents: number; reason: string })

test('a refund is divided among differences, the newest first, beyond what was refunded by hand', async () => {
  const { db } = testShop
  const { order, ids } = await anOrder(
    { paidCents: 3_000 },
    { paidCents: 2_000, refundedCents: 500 },
    { paidCents: 1_000, refundCents: 1_000 },
  )
  const other = await anOrder({ paidCents: 3_000 })
  const differences = await paidDifferencesOf(db, order.id)
  await db.transaction((tx) => refundDifferences(tx, differences, 1_600))
  // The newest has nothing left; of the next $15 are left beside the $5 of the dashboard.
  expect(await differencesOf(order)).toEqual([
    [1_000, 0],
    [2_000, 500],
    [100, 0],
  ])
  const jobs = [`refund:${ids[0]}:100`, `refund:${ids[1]}:2000`, `refund:${ids[2]}:1000`]
  expect(await Promise.all(jobs.map((key) => isJobQueued(db, key)))).toEqual([true, true, false])
  expect(await differencesOf(other.order)).toEqual([[0, 0]])
  const more = db.transaction(async (tx) =>
    refundDifferences(tx, await paidDifferencesOf(tx, order.id), 2_901),
  )
  await expect(more).rejects.toThrow('1 cents more than is left')
  expect((await differencesOf(order)).at(-1)).toEqual([100, 0])
})

test('what is still to be refunded is asked for once, by what the provider has', async () => {
  const { order, ids } = await anOrder({ paidCents: 3_000, refundCents: 2_500 })
  atProvider.refunds = [made(900), made(400, 'failed')]
  const refund = () => refundDifference(services(), ids[0]!)
  await refund()
  const key = `refund:${ids[0]}:2500`
  expect(asked).toEqual([[1_600, key, key]])
  expect(await differencesOf(order)).toEqual([[2_500, 2_500]])
  await refund()
  expect(asked).toHaveLength(1)
  const none = await anOrder({ paidCents: 3_000 })
  await refundDifference(services(), none.ids[0]!)
  await refundDifference(services(), randomUUID())
  expect(asked).toHaveLength(1)
})

test('a refund that the provider refuses is a review of its order alone, and nothing is recorded', async () => {
  const { order, ids } = await anOrder({ paidCents: 3_000, refundCents: 2_500 })
  const other = await anOrder({ paidCents: 3_000, refundCents: 2_500 })
  refuses = true
  await refundDifference(services(), ids[0]!)
  const flags = await openFlagsOf(testShop.db, order.id)
  expect(flags).toMatchObject([{ reason: 'refund-failed', source: `refund:${ids[0]}:2500` }])
  expect(await openFlagsOf(testShop.db, other.order.id)).toEqual([])
  expect(await differencesOf(order)).toEqual([[2_500, 0]])
  expect(await told(order.email)).toEqual([])
})

test('a refund that fails later is a review of its order, once', async () => {
  const { order, ids } = await anOrder({ paidCents: 3_000, refundCents: 1_000 })
  const other = await anOrder({ paidCents: 3_000 })
  await refundDifference(services(), ids[0]!)
  expect(await differencesOf(order)).toEqual([[1_000, 1_000]])
  const flags = async () =>
    (await openFlagsOf(testShop.db, order.id)).map(({ reason, source }) => [reason, source])
  expect(await flags()).toEqual([])
  const [refund] = atProvider.refunds
  atProvider.refunds = [{ ...refund!, state: 'failed', failure: 'expired_or_canceled_card' }]
  const [paid] = await testShop.db.select().from(checkouts).where(eq(checkouts.id, ids[0]!))
  const record = () => services().fulfilment.recordAfterSale(services(), paid!.paymentIntentId!)
  await record()
  expect(await flags()).toEqual([['refund-failed', refund!.id]])
  expect(await differencesOf(order)).toEqual([[1_000, 0]])
  // Reviewed, it is not raised again by what the provider says besides.
  await testShop.db.execute(
    sql`update order_flags set resolved_at = now() where order_id = ${order.id}`,
  )
  await record()
  expect(await flags()).toEqual([])
  expect(await openFlagsOf(testShop.db, other.order.id)).toEqual([])
})

test('what was paid more goes back with all of an order once that is made, not where it is refused', async () => {
  const { db } = testShop
  const { order } = await anOrder({ paidCents: 3_000 })
  const follow = () =>
    db.transaction((tx) => services().fulfilment.followRefunds(tx, order, new Date()))
  const [refund] = await db
    .insert(refunds)
    .values({
      ...{ orderId: order.id, requestKey: randomUUID(), cause: 'staff', state: 'requested' },
      amountCents: order.totalCents,
    })
    .returning()
  await follow()
  expect(await differencesOf(order)).toEqual([[0, 0]])
  const now = (state: 'made' | 'failed') =>
    db.update(refunds).set({ state }).where(eq(refunds.id, refund!.id))
  await now('failed')
  await follow()
  expect(await differencesOf(order)).toEqual([[0, 0]])
  await now('made')
  await follow()
  expect(await differencesOf(order)).toEqual([[3_000, 0]])
})

test('what the provider says later is recorded: by hand, taken back, disputed', async () => {
  const { order, ids } = await anOrder({ paidCents: 3_000, refundCents: 1_000 })
  const [paid] = await testShop.db.select().from(checkouts).where(eq(checkouts.id, ids[0]!))
  const record = () => services().fulfilment.recordAfterSale(services(), paid!.paymentIntentId!)
  atProvider.refunds = [made(1_000)]
  expect(await record()).toBe(true)
  expect(await differencesOf(order)).toEqual([[1_000, 1_000]])
  await record()
  // More than we asked for was refunded in the dashboard, for a reason that is not ours.
  atProvider.refunds.push(made(700))
  await record()
  expect(await differencesOf(order)).toEqual([[1_000, 1_700]])
  atProvider.refunds.pop()
  atProvider.disputes = [
    {
      ...{ id: 'dp_1', paymentId: 'pi', amount: 3_000, state: 'needs-response' },
      ...{ reason: 'fraudulent', respondBy: null, openedAt: new Date() },
    },
  ]
  await record()
  expect(await differencesOf(order)).toEqual([[1_000, 1_000]])
  const late =
    'Your payment for another shipping method came when the order could no longer be sent that way.'
  const byHand = expect.not.stringContaining('shipping method')
  expect(await told(order.email)).toMatchObject([
    { totalCents: 1_000, reason: late },
    { totalCents: 700, reason: byHand },
  ])
  expect(await openFlagsOf(testShop.db, order.id)).toMatchObject([{ reason: 'shipping-disputed' }])
  // It is told to the business, is a task with its evidence, and leaves the order's own payment alone.
  expect(await disputesOf(testShop.db, order.id)).toMatchObject([
    { id: 'dp_1', amountCents: 3_000 },
  ])
  expect(await ownDisputeStatesOf(testShop.db, order.id)).toEqual([])
  const subject = `Disputa del pago del envío del pedido K-${order.number}`
  expect(await testShop.db.$count(mails, sql`props->>'subject' = ${subject}`)).toBe(1)
  const { rows: tasks } = await testShop.db.execute(sql`
    select state from tasks where kind = 'dispute' and subject = 'dp_1'`)
  expect(tasks).toEqual([{ state: 'open' }])
  // That of a change which was made says so.
  await testShop.db.insert(orderChanges).values({
    ...{ orderId: order.id, requestKey: `difference:${ids[0]}`, kind: 'method', by: 'customer' },
    ...{ before: { method: 'ground', cents: 0 }, after: { method: 'overnight', cents: 3_000 } },
    at: new Date(),
  })
  await testShop.db.execute(sql`
      update order_differences set refund_cents = 1200 where checkout_id = ${ids[0]}`)
  await refundDifference(services(), ids[0]!)
  expect((await told(order.email)).at(-1)).toMatchObject({
    ...{ totalCents: 200, reason: expect.stringContaining('which costs less now') },
  })
  expect(await services().fulfilment.recordAfterSale(services(), 'pi_of_nobody')).toBe(false)
})
