import { randomUUID } from 'node:crypto'

import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { checkouts, orders, products, refunds } from '#data/schema/trade.ts'
import { seedDemoMembers } from '#data/seed/demo-members.ts'
import { differencesNow } from '#tests/harness/books-agree.ts'
import { askProvider, clearFaults, payAt, setFault } from '#tests/harness/provider.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { aMember, openTestShop } from '#tests/harness/test-shop.ts'

let house: TestShop
let staff: { id: string; email: string; role: 'staff' }
const wine = 'malbec-2022'

beforeAll(async () => {
  house = await openTestShop()
  await seedDemoMembers(house.db, 'none')
  staff = { ...(await aMember(house.db)), role: 'staff' }
})
afterAll(() => house.close())
afterEach(clearFaults)

/** A member's paid payment page, with nothing told to the shop yet. */
async function aPayment() {
  const member = await aMember(house.db)
  await house.shop.changeCart(member, { kind: 'add', productId: wine })
  await house.shop.changeCart(member, { kind: 'choose-shipping', method: 'ground' })
  const started = await house.shop.startCheckout(member)
  if (!started.ok) throw new Error(started.reason)
  await payAt(started.url)
  return { member, sessionId: /cs_[^/?#]+/.exec(started.url)![0] }
}

async function anOrder() {
  const { sessionId } = await aPayment()
  await house.shop.recordPayment(sessionId)
  const [order] = await house.db.select().from(orders).where(eq(orders.sessionId, sessionId))
  return order!
}

/** Does something to the books, looks, and undoes it. */
async function differencesWhile(wrong: string, right: string): Promise<string[]> {
  await house.db.execute(sql.raw(wrong))
  try {
    return await differencesNow(house)
  } finally {
    await house.db.execute(sql.raw(right))
    expect(await differencesNow(house)).toEqual([])
  }
}

describe('the check of the books', () => {
  test('finds nothing after sales, refunds, an open page and a voided offer, and keeps what it saw', async () => {
    await anOrder()
    const order = await anOrder()
    await house.shop.askForRefund(staff, {
      number: order.number,
      amountCents: 12_345,
      reason: 'One was broken.',
      stockBack: { [wine]: 1 },
      token: randomUUID(),
    })
    const guest = { viewer: null, token: null, address: randomUUID() }
    const wish = { productId: wine, quantity: 1, shipTo: null }
    const open = await house.shop.startOffer(guest, wish)
    expect(open.ok).toBe(true)
    const voided = await house.shop.startOffer(guest, wish)
    if (!voided.ok) throw new Error(voided.reason)
    await payAt(voided.url, {
      phone: '8015550123',
      shipping_name: 'Eva Marsh',
      shipping_line1: '10 Temple Square',
      shipping_city: 'Salt Lake City',
      shipping_state: 'UT',
      shipping_postal_code: '84101',
    })
    await house.shop.reconcilePayments()

    expect(await differencesNow(house)).toEqual([])
    const viewed = await house.shop.viewBooks(staff)
    expect(viewed.ok && viewed.checks[0]).toMatchObject({
      differenceCount: 0,
      askedBy: 'a test',
      isWhole: true,
      hasFailed: false,
      counts: { payments: 3, refunds: 2, pages: 4, foreign: 0 },
    })
  })

  test('finds money without an order, until it is one', async () => {
    const { sessionId } = await aPayment()
    expect(await differencesNow(house)).toEqual([
      expect.stringMatching(/^Payment pi_\w+ of \$517\.63 was taken, and no order is written/),
    ])
    await house.shop.recordPayment(sessionId)
    expect(await differencesNow(house)).toEqual([])
  })

  test('finds an order without money', async () => {
    const { id, number, paymentIntentId } = await anOrder()
    const where = `where id = '${id}'`
    expect(
      await differencesWhile(
        `update orders set payment_intent_id = 'pi_made_up' ${where}`,
        `update orders set payment_intent_id = '${paymentIntentId}' ${where}`,
      ),
    ).toEqual([
      expect.stringContaining('no order is written for it'),
      `Order K-${number} names payment pi_made_up, and the provider has none of that name.`,
    ])
    expect(
      await differencesWhile(
        `update orders set payment_intent_id = null ${where}`,
        `update orders set payment_intent_id = '${paymentIntentId}' ${where}`,
      ),
    ).toContain(`Order K-${number} names no payment at the provider.`)
  })

  test('finds amounts that differ by a cent, and refunds that differ', async () => {
    const { id, number, totalCents } = await anOrder()
    const where = `where id = '${id}'`
    expect(
      await differencesWhile(
        `update orders set total_cents = total_cents - 1 ${where}`,
        `update orders set total_cents = ${totalCents} ${where}`,
      ),
    ).toEqual([`Order K-${number} comes to $517.62, and $517.63 was taken.`])
    expect(
      await differencesWhile(
        `update orders set refunded_cents = 500 ${where}`,
        `update orders set refunded_cents = 0 ${where}`,
      ),
    ).toEqual([`Of order K-${number} $5.00 is written as given back, and $0.00 was.`])
  })

  test('finds a refund that nobody told us of, until it is told', async () => {
    const order = await anOrder()
    const made = await askProvider().refunds.create({
      payment_intent: order.paymentIntentId!,
      amount: 700,
    })
    expect(await differencesNow(house)).toEqual([
      `Of order K-${order.number} $0.00 is written as given back, and $7.00 was.`,
      `$7.00 of order K-${order.number} was given back (${made.id}), and that is not written.`,
    ])
    await house.shop.reconcilePayments()
    expect(await differencesNow(house)).toEqual([])
    const where = `where provider_id = '${made.id}'`
    expect(
      await differencesWhile(
        `update refunds set amount_cents = 701 ${where}`,
        `update refunds set amount_cents = 700 ${where}`,
      ),
    ).toEqual([`Refund ${made.id} of order K-${order.number} is written as $7.01, and was $7.00.`])
  })

  test('finds a page that can be paid although its wine is free', async () => {
    const member = await aMember(house.db)
    await house.shop.changeCart(member, { kind: 'add', productId: wine })
    await house.shop.changeCart(member, { kind: 'choose-shipping', method: 'pickup' })
    const started = await house.shop.startCheckout(member)
    if (!started.ok) throw new Error(started.reason)
    const session = /cs_[^/?#]+/.exec(started.url)![0]
    expect(
      await differencesWhile(
        `update checkouts set state = 'cancelled' where session_id = '${session}'`,
        `update checkouts set state = 'open' where session_id = '${session}'`,
      ),
    ).toEqual([
      `Payment page ${session} can still be paid, and its wine is free for others.`,
      expect.stringContaining('are written as held'),
    ])
  })

  test('finds wine that is counted wrongly', async () => {
    const [row] = await house.db.select().from(products).where(eq(products.id, wine))
    expect(
      await differencesWhile(
        `update products set sold = sold + 2 where id = '${wine}'`,
        `update products set sold = ${row!.sold} where id = '${wine}'`,
      ),
    ).toEqual([expect.stringMatching(/of 2022 Malbec, 3-pack of 750ml are written as sold/)])
  })

  test('finds what waits too long: a refund, a hold', async () => {
    const order = await anOrder()
    await setFault({ match: 'POST /v1/refunds', fault: 'error-before', times: 2 })
    await house.shop.askForRefund(staff, {
      number: order.number,
      amountCents: 100,
      reason: 'A stamp.',
      stockBack: {},
      token: randomUUID(),
    })
    await clearFaults()
    await house.db.execute(sql`
      update refunds set asked_at = asked_at - interval '2 hours' where order_id = ${order.id}`)
    await house.db.execute(sql`
      update checkouts set expires_at = expires_at - interval '2 hours' where state = 'open'`)
    const open = await house.db.select().from(checkouts).where(eq(checkouts.state, 'open'))
    const found = await differencesNow(house)
    expect(found).toContain(
      `$1.00 of order K-${order.number} was to be given back more than an hour ago, and was not.`,
    )
    expect(open.length).toBeGreaterThan(0)
    for (const { id } of open) {
      expect(found).toContain(`Checkout ${id} holds wine although its time is long over.`)
    }
    await house.shop.reconcilePayments()
    expect(await differencesNow(house)).toEqual([])
    const made = await house.db.select().from(refunds).where(eq(refunds.orderId, order.id))
    expect(made).toMatchObject([{ state: 'made' }])
  })

  test('leaves out the demo’s orders and payments that others made, and says how many', async () => {
    await askProvider().paymentIntents.create({
      amount: 1_000,
      currency: 'usd',
      confirm: true,
      payment_method: 'pm_card_visa',
      automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
    })
    const checked = await house.shop.checkBooks({ askedBy: null, days: 400, graceMinutes: 0 })
    if (!checked.ok) throw new Error(checked.reason)
    expect(checked.differences).toEqual([])
    expect(checked.counts).toMatchObject({ foreign: 1, seeded: 9 })
  })

  test('keeps that the provider was away, and who may see it', async () => {
    await setFault({ match: 'GET /v1/payment_intents', fault: 'error-before', times: 4 })
    const away = await house.shop.checkBooks({ askedBy: null })
    expect(away).toEqual({ ok: false, reason: 'provider-away' })
    const viewed = await house.shop.viewBooks(staff)
    expect(viewed.ok && viewed.checks[0]).toMatchObject({ hasFailed: true, differenceCount: null })
    expect(await house.shop.viewBooks({ role: 'member' })).toEqual({
      ok: false,
      reason: 'not-staff',
    })
    const member = { ...staff, role: 'member' as const }
    expect(await house.shop.askForBooksCheck(member)).toEqual({ ok: false, reason: 'not-staff' })
  })

  test('asked for twice by staff is one job', async () => {
    await house.shop.askForBooksCheck(staff)
    await house.shop.askForBooksCheck(staff)
    const { rows } = await house.db.execute<{ payload: unknown }>(
      sql`select payload from graphile_worker._private_jobs as jobs
        join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id
        where identifier = 'check-books'`,
    )
    expect(rows).toEqual([{ payload: { askedBy: staff.email } }])
  })

  test('stops where it is told, and says so', async () => {
    const checked = await house.shop.checkBooks({
      askedBy: null,
      days: 2,
      graceMinutes: 0,
      most: 1,
    })
    expect(checked).toMatchObject({ ok: true, isWhole: false, differences: [] })
  })
})
