import { randomUUID } from 'node:crypto'

import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { seedDemoMembers } from '#app/seed/demo-members.ts'
import { checkouts } from '#catalogue/tables.ts'
import { products } from '#catalogue/wines/tables.ts'
import { orders, refunds } from '#orders/order/tables.ts'
import { reconciliationDifferences } from '#tests/harness/expect-reconciled.ts'
import { providerClient, clearFaults, payAt, setFault } from '#tests/harness/provider.ts'
import { askRefund } from '#tests/harness/refunds.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { aMember, openTestShop } from '#tests/harness/test-shop.ts'

import { reconcile, requestReconciliation } from './reconcile.actions.server.ts'
import { latestReconciliations } from './reconciliation.store.server.ts'

let testShop: TestShop
let staff: { id: string; email: string; role: 'staff'; duties: ['owner'] }
const wine = 'malbec-2022'

beforeAll(async () => {
  testShop = await openTestShop()
  await seedDemoMembers(testShop.db, 'none')
  staff = { ...(await aMember(testShop.db)), role: 'staff', duties: ['owner'] }
})
afterAll(() => testShop.close())
afterEach(clearFaults)

/** A member's paid payment page that the shop has not recorded yet. */
async function aPayment() {
  const member = await aMember(testShop.db)
  await testShop.shop.changeCart(member, { kind: 'add', productId: wine })
  await testShop.shop.changeCart(member, { kind: 'choose-shipping', method: 'ground' })
  const started = await testShop.shop.startCheckout(member)
  if (!started.ok) throw new Error(started.reason)
  await payAt(started.url)
  return { member, sessionId: /cs_[^/?#]+/.exec(started.url)![0] }
}

async function anOrder() {
  const { sessionId } = await aPayment()
  await testShop.shop.recordPayment(sessionId)
  const [order] = await testShop.db.select().from(orders).where(eq(orders.sessionId, sessionId))
  return order!
}

/** The differences while one statement has changed the ledger; the other restores it. */
async function differencesWhile(wrong: string, right: string): Promise<string[]> {
  await testShop.db.execute(sql.raw(wrong))
  try {
    return await reconciliationDifferences(testShop)
  } finally {
    await testShop.db.execute(sql.raw(right))
    expect(await reconciliationDifferences(testShop)).toEqual([])
  }
}

describe('the reconciliation', () => {
  test('finds nothing after sales, refunds, an open page and a voided offer, and stores its counts', async () => {
    await anOrder()
    const order = await anOrder()
    await askRefund(testShop, staff, {
      number: order.number,
      amountCents: 12_345,
      reason: 'One was broken.',
      stockBack: { [wine]: 1 },
      token: randomUUID(),
    })
    const guest = { viewer: null, token: null, address: randomUUID() }
    const offer = { productId: wine, quantity: 1, shipTo: null }
    const open = await testShop.shop.startOffer(guest, offer)
    expect(open.ok).toBe(true)
    const voided = await testShop.shop.startOffer(guest, offer)
    if (!voided.ok) throw new Error(voided.reason)
    await payAt(voided.url, {
      phone: '8015550123',
      shipping_name: 'Eva Marsh',
      shipping_line1: '10 Temple Square',
      shipping_city: 'Salt Lake City',
      shipping_state: 'UT',
      shipping_postal_code: '84101',
    })
    await testShop.shop.settlePendingPayments()

    expect(await reconciliationDifferences(testShop)).toEqual([])
    const [latest] = await latestReconciliations(testShop.db, 1)
    expect(latest).toMatchObject({
      differenceCount: 0,
      requestedBy: 'a test',
      isWhole: true,
      hasFailed: false,
      counts: { payments: 3, refunds: 2, pages: 4, foreign: 0 },
    })
  })

  test('finds a payment without an order, until it is recorded', async () => {
    const { sessionId } = await aPayment()
    expect(await reconciliationDifferences(testShop)).toEqual([
      expect.stringMatching(/^Payment pi_\w+ of \$517\.63 was captured, and there is no order/),
    ])
    await testShop.shop.recordPayment(sessionId)
    expect(await reconciliationDifferences(testShop)).toEqual([])
  })

  test('finds an order without a payment', async () => {
    const { id, number, paymentIntentId } = await anOrder()
    const where = `where id = '${id}'`
    expect(
      await differencesWhile(
        `update orders set payment_intent_id = 'pi_made_up' ${where}`,
        `update orders set payment_intent_id = '${paymentIntentId}' ${where}`,
      ),
    ).toEqual([
      expect.stringContaining('there is no order for it'),
      `Order K-${number} has payment pi_made_up, which the provider does not know.`,
    ])
    expect(
      await differencesWhile(
        `update orders set payment_intent_id = null ${where}`,
        `update orders set payment_intent_id = '${paymentIntentId}' ${where}`,
      ),
    ).toContain(`Order K-${number} has no payment of the provider recorded.`)
  })

  test('finds amounts that differ by a cent, and refunds that differ', async () => {
    const { id, number, totalCents } = await anOrder()
    const where = `where id = '${id}'`
    expect(
      await differencesWhile(
        `update orders set total_cents = total_cents - 1 ${where}`,
        `update orders set total_cents = ${totalCents} ${where}`,
      ),
    ).toEqual([`Order K-${number} comes to $517.62, and $517.63 was captured.`])
    expect(
      await differencesWhile(
        `update orders set refunded_cents = 500 ${where}`,
        `update orders set refunded_cents = 0 ${where}`,
      ),
    ).toEqual([
      `Of order K-${number} $5.00 is recorded as refunded, and the provider refunded $0.00.`,
    ])
  })

  test('finds a refund made at the provider, until it is recorded', async () => {
    const order = await anOrder()
    const made = await providerClient().refunds.create({
      payment_intent: order.paymentIntentId!,
      amount: 700,
    })
    expect(await reconciliationDifferences(testShop)).toEqual([
      `Of order K-${order.number} $0.00 is recorded as refunded, and the provider refunded $7.00.`,
      `$7.00 of order K-${order.number} was refunded (${made.id}), and no refund is recorded.`,
    ])
    await testShop.shop.settlePendingPayments()
    expect(await reconciliationDifferences(testShop)).toEqual([])
    const where = `where provider_id = '${made.id}'`
    expect(
      await differencesWhile(
        `update refunds set amount_cents = 701 ${where}`,
        `update refunds set amount_cents = 700 ${where}`,
      ),
    ).toEqual([`Refund ${made.id} of order K-${order.number} is recorded as $7.01, and was $7.00.`])
  })

  test('finds money left authorised after its checkout ended', async () => {
    const guest = { viewer: null, token: null, address: randomUUID() }
    const started = await testShop.shop.startOffer(guest, {
      productId: wine,
      quantity: 1,
      shipTo: null,
    })
    if (!started.ok) throw new Error(started.reason)
    await payAt(started.url, {
      phone: '4155550123',
      shipping_name: 'Eva Marsh',
      shipping_line1: '1200 Valencia Street',
      shipping_city: 'San Francisco',
      shipping_state: 'CA',
      shipping_postal_code: '94110',
    })
    const session = /cs_[^/?#]+/.exec(started.url)![0]
    expect(
      await differencesWhile(
        `update checkouts set state = 'cancelled' where session_id = '${session}'`,
        `update checkouts set state = 'open' where session_id = '${session}'`,
      ),
    ).toContainEqual(expect.stringMatching(/pi_\w+.* authorized/))
    await testShop.shop.settlePendingPayments()
  })

  test('finds a refund that the provider does not know', async () => {
    const { id, number } = await anOrder()
    // A second ago: the compared span ends at the millisecond in which it is read.
    expect(
      await differencesWhile(
        `insert into refunds
           (order_id, request_key, provider_id, cause, state, amount_cents, requested_at, settled_at)
         values ('${id}', 'provider:re_made_up', 're_made_up', 'provider', 'made', 700,
           now() - interval '1 second', now() - interval '1 second')`,
        `delete from refunds where provider_id = 're_made_up'`,
      ),
    ).toContainEqual(expect.stringMatching(new RegExp(`re_made_up.*K-${number}`)))
  })

  test('finds a page that can be paid although its stock is no longer held', async () => {
    const member = await aMember(testShop.db)
    await testShop.shop.changeCart(member, { kind: 'add', productId: wine })
    await testShop.shop.changeCart(member, { kind: 'choose-shipping', method: 'pickup' })
    const started = await testShop.shop.startCheckout(member)
    if (!started.ok) throw new Error(started.reason)
    const session = /cs_[^/?#]+/.exec(started.url)![0]
    expect(
      await differencesWhile(
        `update checkouts set state = 'cancelled' where session_id = '${session}'`,
        `update checkouts set state = 'open' where session_id = '${session}'`,
      ),
    ).toEqual([
      `Checkout session ${session} can still be paid, and its stock hold is released.`,
      expect.stringContaining('are recorded as held'),
    ])
  })

  test('finds stock that is counted wrongly', async () => {
    const [row] = await testShop.db.select().from(products).where(eq(products.id, wine))
    expect(
      await differencesWhile(
        `update products set sold = sold + 2 where id = '${wine}'`,
        `update products set sold = ${row!.sold} where id = '${wine}'`,
      ),
    ).toEqual([expect.stringMatching(/of 2022 Malbec, 3-pack of 750ml are recorded as sold/)])
  })

  test('finds a refund and a stock hold that have waited too long', async () => {
    const order = await anOrder()
    await setFault({ match: 'POST /v1/refunds', fault: 'error-before', times: 2 })
    await askRefund(testShop, staff, {
      number: order.number,
      amountCents: 100,
      reason: 'A stamp.',
      stockBack: {},
      token: randomUUID(),
    })
    await clearFaults()
    await testShop.db.execute(sql`
      update refunds set requested_at = requested_at - interval '2 hours' where order_id = ${order.id}`)
    await testShop.db.execute(sql`
      update checkouts set expires_at = expires_at - interval '2 hours' where state = 'open'`)
    const open = await testShop.db.select().from(checkouts).where(eq(checkouts.state, 'open'))
    const found = await reconciliationDifferences(testShop)
    expect(found).toContain(
      `$1.00 of order K-${order.number} has waited for its refund for more than an hour.`,
    )
    expect(open.length).toBeGreaterThan(0)
    for (const { id } of open) {
      expect(found).toContain(`Checkout ${id} still holds stock long after it expired.`)
    }
    await testShop.shop.settlePendingPayments()
    expect(await reconciliationDifferences(testShop)).toEqual([])
    const made = await testShop.db.select().from(refunds).where(eq(refunds.orderId, order.id))
    expect(made).toMatchObject([{ state: 'made' }])
  })

  test('leaves out and counts orders of the demo seed and payments of other systems', async () => {
    await providerClient().paymentIntents.create({
      amount: 1_000,
      currency: 'usd',
      confirm: true,
      payment_method: 'pm_card_visa',
      automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
    })
    const outcome = await reconcile(testShop.services, {
      requestedBy: null,
      days: 400,
      graceMinutes: 0,
    })
    if (!outcome.ok) throw new Error(outcome.reason)
    expect(outcome.differences).toEqual([])
    expect(outcome.counts).toMatchObject({ foreign: 1, seeded: 9 })
  })

  test('stores that the provider was unavailable, and is for staff only', async () => {
    await setFault({ match: 'GET /v1/payment_intents', fault: 'error-before', times: 4 })
    const unavailable = await reconcile(testShop.services, { requestedBy: null })
    expect(unavailable).toEqual({ ok: false, reason: 'provider-away' })
    const [latest] = await latestReconciliations(testShop.db, 1)
    expect(latest).toMatchObject({ hasFailed: true, differenceCount: null })
    const member = { ...staff, role: 'member' as const }
    expect(await requestReconciliation(testShop.services, member, {})).toMatchObject({
      status: 403,
    })
  })

  test('requested twice by staff is one job', async () => {
    const colleague = { ...staff, email: 'colleague@example.com' }
    for (const who of [colleague, staff]) {
      await requestReconciliation(testShop.services, who, {})
    }
    const { rows } = await testShop.db.execute<{ payload: unknown }>(
      sql`select payload from graphile_worker._private_jobs as jobs
        join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id
        where identifier = 'reconcile'`,
    )
    expect(rows).toEqual([{ payload: { requestedBy: staff.email } }])
  })

  test('stops at its limit and reports that it did', async () => {
    const outcome = await reconcile(testShop.services, {
      requestedBy: null,
      days: 2,
      graceMinutes: 0,
      most: 1,
    })
    expect(outcome).toMatchObject({ ok: true, isWhole: false, differences: [] })
  })
})
