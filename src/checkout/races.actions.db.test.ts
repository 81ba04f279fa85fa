import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { products } from '#catalogue/wines/tables.ts'
import { orders } from '#orders/order/tables.ts'
import { reconciliationDifferences } from '#tests/harness/expect-reconciled.ts'
import {
  providerClient,
  clearFaults,
  payAt,
  setFault,
  signedEvent,
} from '#tests/harness/provider.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { aMember, openTestShop } from '#tests/harness/test-shop.ts'

import type { StartedCheckout } from './start-checkout.actions.server.ts'

const wine = 'malbec-2022'
let testShop: TestShop

beforeAll(async () => {
  testShop = await openTestShop()
})
afterAll(() => testShop.close())
beforeEach(clearFaults)
afterEach(async () => {
  await clearFaults()
  // After every test our ledger must equal the provider's.
  await testShop.shop.settlePendingPayments()
  expect(await reconciliationDifferences(testShop)).toEqual([])
})

/** Sets the wine's stock so that this many cases are available. */
const leave = (count: number) =>
  testShop.db.execute(sql`update ${products} set stock = held + sold + ${count} where id = ${wine}`)

/** Runs the work for each item with limited concurrency, as much as two cores can carry. */
async function crowd<In, Out>(
  items: readonly In[],
  atOnce: number,
  work: (item: In) => Promise<Out>,
): Promise<Out[]> {
  const results: Out[] = []
  let next = 0
  const worker = async () => {
    while (next < items.length) {
      const index = next++
      results[index] = await work(items[index]!)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return results
}

async function aBuyer() {
  const member = await aMember(testShop.db)
  await testShop.shop.changeCart(member, { kind: 'add', productId: wine })
  await testShop.shop.changeCart(member, { kind: 'choose-shipping', method: 'ground' })
  return member
}

async function buyers(count: number) {
  await leave(count)
  return crowd(Array.from({ length: count }), 25, aBuyer)
}

const pagesOf = (started: readonly StartedCheckout[]) =>
  started.flatMap((one) => (one.ok ? [one.url] : []))
const reasonsOf = (started: readonly StartedCheckout[]) =>
  started.flatMap((one) => (one.ok ? [] : [one.reason]))
const sessionIn = (url: string) => /cs_[^/?#]+/.exec(url)![0]

async function soldOf() {
  const [row] = await testShop.db.select().from(products).where(eq(products.id, wine))
  return { held: row!.held, left: row!.stock! - row!.held - row!.sold }
}

describe.each([
  { crowdOf: 50, left: 1 },
  { crowdOf: 500, left: 10 },
])('$crowdOf buyers race for the last $left', ({ crowdOf, left }) => {
  test('the winners pay, the others get sold-out at once, no one pays in vain', async () => {
    const all = await buyers(crowdOf)
    const before = await testShop.db.$count(orders)
    await leave(left)
    const started = await crowd(all, 50, (buyer) => testShop.shop.startCheckout(buyer))
    const pages = pagesOf(started)
    expect(pages).toHaveLength(left)
    expect(new Set(reasonsOf(started))).toEqual(new Set(['sold-out']))
    expect(reasonsOf(started)).toHaveLength(crowdOf - left)

    await crowd(pages, 5, (url) => payAt(url))
    await crowd(
      pages.flatMap((url) => [url, url]),
      10,
      (url) => testShop.shop.recordPayment(sessionIn(url)),
    )
    expect((await testShop.db.$count(orders)) - before).toBe(left)
    expect(await soldOf()).toEqual({ held: 0, left: 0 })
    expect((await testShop.shop.viewReleases()).current!.available).toBe(0)
  })
})

test('members and guests race for the same last case', async () => {
  const members = await buyers(10)
  await leave(1)
  const guest = (number: number) =>
    testShop.shop.startOffer(
      { viewer: null, token: null, address: `203.0.113.${number}` },
      { productId: wine, quantity: 1, shipTo: null },
    )
  const started = await Promise.all([
    ...members.map((member) => testShop.shop.startCheckout(member)),
    ...members.map((_member, index) => guest(index)),
  ])
  expect(started.filter(({ ok }) => ok)).toHaveLength(1)
})

describe('webhook events', () => {
  async function aPayment() {
    await leave(5)
    const buyer = await aBuyer()
    const started = await testShop.shop.startCheckout(buyer)
    if (!started.ok) throw new Error(started.reason)
    return { buyer, url: started.url, sessionId: sessionIn(started.url) }
  }
  const deliver = (type: string, id: string, how = {}) => {
    const event = signedEvent(type, id, how)
    return testShop.shop.receiveEvent(event.body, event.signature)
  }
  const ordersOf = ({ id }: { id: string }) =>
    testShop.db.select().from(orders).where(eq(orders.userId, id))

  test('delivered ten times make one order', async () => {
    const { buyer, url, sessionId } = await aPayment()
    await payAt(url)
    const results = await Promise.all(
      Array.from({ length: 10 }, () => deliver('checkout.session.completed', sessionId)),
    )
    expect(results).toEqual(Array(10).fill('settled'))
    expect(await ordersOf(buyer)).toHaveLength(1)
  })

  test('out of order make one order: expired, a refund before its payment, then paid', async () => {
    const { buyer, url, sessionId } = await aPayment()
    await payAt(url)
    const { paymentIntentId } = (await testShop.services.payments.getSession(sessionId))!
    const refund = await providerClient().refunds.create({
      payment_intent: paymentIntentId!,
      amount: 900,
    })
    const paymentId = paymentIntentId!
    expect(await deliver('refund.created', refund.id, { paymentId })).toBe('settled')
    expect(await deliver('checkout.session.expired', sessionId)).toBe('settled')
    expect(await deliver('checkout.session.completed', sessionId)).toBe('settled')
    await testShop.shop.settlePendingPayments()
    expect(await ordersOf(buyer)).toMatchObject([{ refundedCents: 900, state: 'partly-refunded' }])
  })

  test('that never arrive are recovered by the job', async () => {
    const { buyer, url } = await aPayment()
    await payAt(url)
    await testShop.shop.settlePendingPayments()
    expect(await ordersOf(buyer)).toHaveLength(1)
  })

  test.each([
    ['forged', { secret: 'whsec_wrong' }],
    ['more than five minutes old', { secondsAgo: 301 }],
  ])('that are %s are refused and change nothing', async (_name, how) => {
    const { buyer, url, sessionId } = await aPayment()
    await payAt(url)
    expect(await deliver('checkout.session.completed', sessionId, how)).toBe('forged')
    expect(await ordersOf(buyer)).toHaveLength(0)
  })

  test('almost five minutes old are accepted', async () => {
    const { buyer, url, sessionId } = await aPayment()
    await payAt(url)
    const how = { secondsAgo: 280 }
    expect(await deliver('checkout.session.completed', sessionId, how)).toBe('settled')
    expect(await ordersOf(buyer)).toHaveLength(1)
  })
})

describe('provider failures while buyers press Checkout', () => {
  test.each(['error-before', 'error-after', 'drop-before', 'drop-after', 'rate-limit'] as const)(
    '%s: every payer has exactly one order',
    async (fault) => {
      const all = await buyers(6)
      await setFault({ match: 'POST /v1/checkout/sessions', fault, times: 6 })
      await crowd(all, 6, (buyer) => testShop.shop.startCheckout(buyer))
      await clearFaults()
      const pages = pagesOf(await crowd(all, 6, (buyer) => testShop.shop.startCheckout(buyer)))
      expect(pages).toHaveLength(all.length)
      await setFault({ match: 'GET /v1/checkout/sessions/*', fault, times: 6 })
      await crowd(pages, 6, async (url) => {
        await payAt(url)
        await testShop.shop.returnFromPayment(sessionIn(url), '')
      })
      await clearFaults()
      await testShop.shop.settlePendingPayments()
      for (const { id } of all) {
        const mine = await testShop.db.select().from(orders).where(eq(orders.userId, id))
        expect(mine).toHaveLength(1)
      }
    },
  )
})
