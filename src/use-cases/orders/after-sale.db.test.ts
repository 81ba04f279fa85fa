import { randomUUID } from 'node:crypto'

import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { auditLog, mails } from '#data/schema/operations.ts'
import { disputes, orderFlags, orderLines, orders, refunds } from '#data/schema/orders.ts'
import { products } from '#data/schema/trade.ts'
import type { ListPage } from '#domain/admin/list-query.ts'
import type { ListRow } from '#data/admin/lists.ts'
import {
  askProvider,
  clearFaults,
  closeDispute,
  payAt,
  setFault,
  signedEvent,
} from '#tests/harness/provider.ts'
import { withFlags } from '#tests/harness/order-flags.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { aMember, openTestShop, setStock } from '#tests/harness/test-shop.ts'

import { raiseFlag } from '#data/orders/order-flags.ts'
import { returnSold } from '#data/orders/refunds.ts'
import type { RefundRequest } from './request-refund.ts'
import { recordAfterSale } from './record-after-sale.ts'

let testShop: TestShop
let staff: { id: string; email: string; role: 'staff'; duties: ['owner'] }
const wine = 'malbec-2022'

beforeAll(async () => {
  testShop = await openTestShop()
  staff = { ...(await aMember(testShop.db)), role: 'staff', duties: ['owner'] }
})
afterAll(() => testShop.close())
beforeEach(async () => {
  await clearFaults()
  await setStock(testShop.db, wine, 100)
})

/** A recorded, paid order of that many cases. */
async function anOrder(cases = 2, card: Record<string, string> = {}) {
  const member = await aMember(testShop.db)
  await testShop.shop.changeCart(member, { kind: 'add', productId: wine })
  await testShop.shop.changeCart(member, { kind: 'set-quantity', productId: wine, quantity: cases })
  await testShop.shop.changeCart(member, { kind: 'choose-shipping', method: 'ground' })
  const started = await testShop.shop.startCheckout(member)
  if (!started.ok) throw new Error(started.reason)
  await payAt(started.url, { email: member.email, ...card })
  await testShop.shop.recordPayment(/cs_[^/?#]+/.exec(started.url)![0])
  return orderWhere(member.id)
}

const orderWhere = async (userId: string) =>
  (await testShop.db.select().from(orders).where(eq(orders.userId, userId)))[0]!

const now = async ({ id }: { id: string }) => {
  const [row] = await testShop.db.select().from(orders).where(eq(orders.id, id))
  return withFlags(testShop.db, row!)
}

/** What the audit log says of an order, oldest first. */
const logOf = ({ id }: { id: string }) =>
  testShop.db.select().from(auditLog).where(eq(auditLog.subjectId, id)).orderBy(auditLog.id)

const resolve = async (order: { id: string; number: number }, reason: string) => {
  const of = and(eq(orderFlags.orderId, order.id), sql`${orderFlags.reason} = ${reason}`)
  const [flag] = await testShop.db.select().from(orderFlags).where(of)
  return testShop.shop.resolveFlag(staff, { number: order.number, flagId: flag!.id })
}

const refundsOf = ({ id }: { id: string }) =>
  testShop.db.select().from(refunds).where(eq(refunds.orderId, id))

const atProvider = async (order: { paymentIntentId: string | null }) => {
  const { refunds: made } = await testShop.services.payments.afterSaleOf(order.paymentIntentId!)
  return made.map(({ amount }) => amount)
}

const refundEmailsOf = async ({ email, number }: { email: string; number: number }) => {
  const of = and(eq(mails.recipient, email), sql`${mails.props}->>'number' = ${String(number)}`)
  const rows = await testShop.db.select().from(mails).where(of)
  return rows.map(({ kind }) => kind).filter((kind) => kind === 'order-refunded')
}

const soldNow = async () => {
  const [row] = await testShop.db.select().from(products).where(eq(products.id, wine))
  return row!.sold
}

const wish = (
  order: { number: number; totalCents: number },
  more: Partial<RefundRequest> = {},
): RefundRequest => ({
  number: order.number,
  amountCents: order.totalCents,
  reason: 'One bottle was corked.',
  stockBack: {},
  token: randomUUID(),
  ...more,
})

describe('staff refund', () => {
  test('all of it: the order, the provider, the buyer and the log agree', async () => {
    const order = await anOrder()
    const asked = await testShop.shop.requestRefund(
      staff,
      wish(order, { stockBack: { [wine]: 2 } }),
    )
    expect(asked).toEqual({
      ok: true,
      state: 'made',
      amountCents: order.totalCents,
      failure: null,
    })
    expect(await now(order)).toMatchObject({
      state: 'refunded',
      refundedCents: order.totalCents,
      flags: [],
    })
    expect(await atProvider(order)).toEqual([order.totalCents])
    expect(await refundEmailsOf(order)).toEqual(['order-refunded'])
    expect(await soldNow()).toBe(0)
    expect(await logOf(order)).toMatchObject([
      {
        action: 'refund-requested',
        actorEmail: staff.email,
        before: { leftCents: order.totalCents },
        after: { leftCents: 0, amountCents: order.totalCents, reason: 'One bottle was corked.' },
      },
      {
        action: 'refund-made',
        actorEmail: 'payment provider',
        after: { amountCents: order.totalCents, requestedBy: staff.email },
      },
    ])
  })

  test('some of it, twice, and never more than was paid', async () => {
    const order = await anOrder()
    await testShop.shop.requestRefund(staff, wish(order, { amountCents: 10_000 }))
    expect(await now(order)).toMatchObject({ state: 'partly-refunded', refundedCents: 10_000 })
    const tooMuch = wish(order, { amountCents: order.totalCents - 9_999 })
    expect(await testShop.shop.requestRefund(staff, tooMuch)).toEqual({
      ok: false,
      reason: 'too-much',
    })
    const rest = wish(order, { amountCents: order.totalCents - 10_000 })
    await testShop.shop.requestRefund(staff, rest)
    expect(await now(order)).toMatchObject({ state: 'refunded', refundedCents: order.totalCents })
    expect(await atProvider(order)).toEqual([order.totalCents - 10_000, 10_000])
    const nothing = await testShop.shop.requestRefund(staff, wish(order))
    expect(nothing).toEqual({ ok: false, reason: 'nothing-left' })
    expect(await refundEmailsOf(order)).toHaveLength(2)
  })

  test('once, however often the same form comes', async () => {
    const order = await anOrder()
    const once = wish(order, { amountCents: 5_000, stockBack: { [wine]: 1 } })
    await Promise.all(Array.from({ length: 10 }, () => testShop.shop.requestRefund(staff, once)))
    expect(await atProvider(order)).toEqual([5_000])
    expect(await refundEmailsOf(order)).toHaveLength(1)
    expect(await soldNow()).toBe(1)
  })

  test('never more than was paid, however many ask at once', async () => {
    const order = await anOrder()
    const half = Math.ceil(order.totalCents / 2) + 1
    const asked = await Promise.all(
      Array.from({ length: 5 }, () =>
        testShop.shop.requestRefund(staff, wish(order, { amountCents: half })),
      ),
    )
    expect(asked.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await atProvider(order)).toEqual([half])
  })

  test('and no more units return to stock than were sold, in several refunds', async () => {
    const order = await anOrder(2)
    const back = (count: number) => wish(order, { amountCents: 100, stockBack: { [wine]: count } })
    expect(await testShop.shop.requestRefund(staff, back(3))).toMatchObject({
      reason: 'too-many-units',
    })
    await testShop.shop.requestRefund(staff, back(1))
    expect(await testShop.shop.requestRefund(staff, back(2))).toMatchObject({
      reason: 'too-many-units',
    })
    await testShop.shop.requestRefund(staff, back(1))
    expect(await soldNow()).toBe(0)
    const [line] = await testShop.db
      .select()
      .from(orderLines)
      .where(eq(orderLines.orderId, order.id))
    expect(line!.returned).toBe(2)
  })

  test.each(['error-before', 'error-after', 'drop-before', 'drop-after'] as const)(
    'once, when the provider answers with %s',
    async (fault) => {
      const order = await anOrder(1)
      await setFault({ match: 'POST /v1/refunds', fault, times: 2 })
      const asked = await testShop.shop.requestRefund(staff, wish(order, { amountCents: 4_000 }))
      expect(asked.ok).toBe(true)
      await clearFaults()
      const [refund] = await refundsOf(order)
      await testShop.shop.makeRefund(refund!.id)
      await testShop.shop.makeRefund(refund!.id)
      expect(await atProvider(order)).toEqual([4_000])
      expect(await now(order)).toMatchObject({ state: 'partly-refunded', refundedCents: 4_000 })
      expect(await refundEmailsOf(order)).toHaveLength(1)
    },
  )

  test('a refund left by a process that exited is made by the settling job', async () => {
    const order = await anOrder(1)
    await setFault({ match: 'POST /v1/refunds', fault: 'error-before', times: 20 })
    await setFault({ match: 'GET /v1/refunds', fault: 'error-before', times: 20 })
    expect(await testShop.shop.requestRefund(staff, wish(order))).toMatchObject({
      state: 'requested',
    })
    await clearFaults()
    testShop.pass(11)
    await testShop.shop.settlePendingPayments()
    expect(await now(order)).toMatchObject({ state: 'refunded' })
  })

  test.each([0, -1, 0.5, Number.NaN])('no amount of %s', async (amountCents) => {
    const order = await anOrder(1)
    const refused = { ok: false, reason: 'no-amount' }
    expect(await testShop.shop.requestRefund(staff, wish(order, { amountCents }))).toEqual(refused)
    expect(await testShop.shop.reviewRefund(staff, wish(order, { amountCents }))).toEqual(refused)
    expect(await refundsOf(order)).toEqual([])
  })

  test('after a step that names the amount, the person and the card, and makes nothing', async () => {
    const order = await anOrder(1)
    expect(await testShop.shop.reviewRefund(staff, wish(order, { amountCents: 5_000 }))).toEqual({
      ok: true,
      refund: {
        amountCents: 5_000,
        leftAfterCents: order.totalCents - 5_000,
        buyer: { name: 'Ana Ruiz', email: order.email },
        card: { brand: 'visa', last4: '4242' },
        needsApproval: false,
      },
    })
    expect(await refundsOf(order)).toEqual([])
    await setFault({ match: 'GET /v1/payment_intents/*', fault: 'error-before', times: 4 })
    expect(await testShop.shop.reviewRefund(staff, wish(order))).toMatchObject({
      refund: { card: 'unknown' },
    })
  })

  test('and the log never says that a refused refund was made', async () => {
    const order = await anOrder(1, { card: '4000000000000259' })
    expect(await testShop.shop.requestRefund(staff, wish(order))).toMatchObject({
      ok: true,
      state: 'failed',
      failure: 'charge_disputed',
    })
    expect(await logOf(order)).toMatchObject([
      { action: 'refund-requested', actorEmail: staff.email },
      {
        action: 'refund-failed',
        actorEmail: 'payment provider',
        after: { failure: 'charge_disputed', requestedBy: staff.email },
      },
    ])
    expect(await now(order)).toMatchObject({ refundedCents: 0 })
    expect(await refundEmailsOf(order)).toEqual([])
  })

  test('a refund that fails after it was made is flagged, with the reason of the provider', async () => {
    const order = await anOrder(1)
    await testShop.shop.requestRefund(staff, wish(order, { amountCents: 2_000 }))
    const { payments } = testShop.services
    const afterSaleOf = async (paymentId: string) => {
      const { refunds: made, disputes: none } = await payments.afterSaleOf(paymentId)
      const failed = { state: 'failed', failure: 'lost_or_stolen_card' } as const
      return { refunds: made.map((refund) => ({ ...refund, ...failed })), disputes: none }
    }
    const failing = { ...testShop.services, payments: { ...payments, afterSaleOf } }
    await recordAfterSale(failing, order.paymentIntentId!)
    await recordAfterSale(failing, order.paymentIntentId!)
    expect(await now(order)).toMatchObject({ refundedCents: 0, flags: ['refund-failed'] })
    expect(await refundsOf(order)).toMatchObject([{ failure: 'lost_or_stolen_card' }])
    const actions = (await logOf(order)).map(({ action }) => action)
    expect(actions).toEqual(['refund-requested', 'refund-made', 'refund-failed'])
  })

  test('with units of waiting refunds counted as returned', async () => {
    const order = await anOrder(2)
    const back = (count: number) => wish(order, { amountCents: 100, stockBack: { [wine]: count } })
    await setFault({ match: 'POST /v1/refunds', fault: 'error-before', times: 20 })
    expect(await testShop.shop.requestRefund(staff, back(2))).toMatchObject({ state: 'requested' })
    await clearFaults()
    expect(await testShop.shop.requestRefund(staff, back(1))).toMatchObject({
      reason: 'too-many-units',
    })
    const [waiting] = await refundsOf(order)
    await testShop.shop.makeRefund(waiting!.id)
    expect(await soldNow()).toBe(0)
  })

  test('and never more units return to stock than were sold', async () => {
    const order = await anOrder(2)
    const units = [{ productId: wine, quantity: 2 }]
    await testShop.db.transaction((tx) => returnSold(tx, order.id, units))
    await testShop.db.transaction((tx) => returnSold(tx, order.id, units))
    expect(await soldNow()).toBe(0)
    const [line] = await testShop.db
      .select()
      .from(orderLines)
      .where(eq(orderLines.orderId, order.id))
    expect(line!.returned).toBe(2)
  })

  test('is not for members', async () => {
    const order = await anOrder(1)
    const member = { ...staff, role: 'member' as const }
    const refused = { ok: false, reason: 'not-staff' }
    expect(await testShop.shop.requestRefund(member, wish(order))).toEqual(refused)
    const flag = { number: order.number, flagId: randomUUID() }
    expect(await testShop.shop.resolveFlag(member, flag)).toEqual(refused)
    expect(await testShop.shop.reviewRefund(member, wish(order))).toEqual(refused)
    expect(await testShop.shop.viewOrderAsStaff(member, order.number)).toEqual(refused)
    expect(await testShop.shop.setStock(member, wine, { from: 100, to: 1 })).toEqual(refused)
    const all = new URLSearchParams()
    expect(await testShop.shop.viewList(member, 'orders', all)).toMatchObject({ ok: false })
    expect(await testShop.shop.countFlaggedOrders(member)).toBe(false)
    expect(await testShop.shop.listWines(member)).toEqual({ ok: false })
    expect(await refundsOf(order)).toEqual([])
  })
})

describe('a dispute', () => {
  const disputesOf = ({ id }: { id: string }) =>
    testShop.db.select().from(disputes).where(eq(disputes.orderId, id))

  test('shows in the order, is emailed to the business once, and ends as the bank decides', async () => {
    const order = await anOrder(1, { card: '4000000000000259' })
    await recordAfterSale(testShop.services, order.paymentIntentId!)
    await recordAfterSale(testShop.services, order.paymentIntentId!)
    expect(await now(order)).toMatchObject({ state: 'disputed', flags: ['disputed'] })
    const [dispute] = await disputesOf(order)
    expect(dispute).toMatchObject({
      state: 'needs-response',
      amountCents: order.totalCents,
      reason: 'fraudulent',
    })
    const told = await testShop.db
      .select()
      .from(mails)
      .where(sql`${mails.props}->>'subject' = ${`Disputa del pago del pedido K-${order.number}`}`)
    expect(told).toHaveLength(1)

    expect(await resolve(order, 'disputed')).toEqual({ ok: false, reason: 'undecided' })
    expect(await now(order)).toMatchObject({ flags: ['disputed'] })
    await closeDispute(dispute!.id, 'won')
    await recordAfterSale(testShop.services, order.paymentIntentId!)
    expect(await now(order)).toMatchObject({ state: 'paid', flags: [] })
    expect((await disputesOf(order))[0]).toMatchObject({ state: 'won' })
  })

  test('keeps its flag beside that of a failed refund, and each is reviewed by itself', async () => {
    const order = await anOrder(1, { card: '4000000000000259' })
    await testShop.shop.requestRefund(staff, wish(order))
    expect((await now(order)).flags.toSorted()).toEqual(['disputed', 'refund-failed'])
    expect(await resolve(order, 'refund-failed')).toEqual({ ok: true })
    expect(await resolve(order, 'refund-failed')).toEqual({ ok: true })
    expect((await now(order)).flags).toEqual(['disputed'])
    const reviewed = (await logOf(order)).filter(({ action }) => action === 'flag-resolved')
    expect(reviewed).toMatchObject([
      { actorEmail: staff.email, before: { flag: 'refund-failed' }, after: { flag: null } },
    ])
    const [dispute] = await disputesOf(order)
    await closeDispute(dispute!.id, 'lost')
    await recordAfterSale(testShop.services, order.paymentIntentId!)
    await recordAfterSale(testShop.services, order.paymentIntentId!)
    expect(await now(order)).toMatchObject({ state: 'disputed', flags: ['dispute-lost'] })
    expect(await resolve(order, 'dispute-lost')).toEqual({ ok: true })
    await recordAfterSale(testShop.services, order.paymentIntentId!)
    expect((await now(order)).flags).toEqual([])
  })

  test('leaves no refund to be offered or made', async () => {
    const order = await anOrder(1, { card: '4000000000000259' })
    await recordAfterSale(testShop.services, order.paymentIntentId!)
    const refused = { ok: false, reason: 'disputed' }
    expect(await testShop.shop.reviewRefund(staff, wish(order))).toEqual(refused)
    expect(await testShop.shop.requestRefund(staff, wish(order))).toEqual(refused)
    expect(await refundsOf(order)).toEqual([])
    const viewed = await testShop.shop.viewOrderAsStaff(staff, order.number)
    expect(viewed).toMatchObject({ ok: true, view: { whyNotRefundable: 'disputed' } })
  })
})

describe('an event of the provider', () => {
  const refundAtProvider = (order: { paymentIntentId: string | null }, amount: number) =>
    askProvider().refunds.create({ payment_intent: order.paymentIntentId!, amount })

  const tell = (type: string, id: string, order: { paymentIntentId: string | null }) => {
    const event = signedEvent(type, id, { paymentId: order.paymentIntentId! })
    return testShop.shop.receiveEvent(event.body, event.signature)
  }

  test('of a refund made in its dashboard is recorded once, by whichever event', async () => {
    const order = await anOrder(1)
    const made = await refundAtProvider(order, 2_000)
    const types = ['charge.refunded', 'refund.created', 'refund.updated', 'refund.updated']
    await Promise.all(types.map((type) => tell(type, made.id, order)))
    await testShop.shop.settlePendingPayments()
    expect(await now(order)).toMatchObject({ state: 'partly-refunded', refundedCents: 2_000 })
    expect(await refundsOf(order)).toMatchObject([{ cause: 'provider', state: 'made' }])
    expect(await refundEmailsOf(order)).toHaveLength(1)
    const left = wish(order, { amountCents: order.totalCents - 2_000 })
    expect(await testShop.shop.requestRefund(staff, left)).toMatchObject({ state: 'made' })
  })

  test('that never came is made up for by the job', async () => {
    const order = await anOrder(1)
    await refundAtProvider(order, 2_000)
    await testShop.shop.settlePendingPayments()
    expect(await now(order)).toMatchObject({ refundedCents: 2_000 })
  })

  test('of a refund before its payment waits until the order is written', async () => {
    const member = await aMember(testShop.db)
    await testShop.shop.changeCart(member, { kind: 'add', productId: wine })
    await testShop.shop.changeCart(member, { kind: 'choose-shipping', method: 'pickup' })
    const started = await testShop.shop.startCheckout(member)
    if (!started.ok) throw new Error(started.reason)
    await payAt(started.url)
    const sessionId = /cs_[^/?#]+/.exec(started.url)![0]
    const { paymentIntentId } = (await testShop.services.payments.getSession(sessionId))!
    const made = await refundAtProvider({ paymentIntentId }, 1_500)
    expect(await tell('refund.created', made.id, { paymentIntentId })).toBe('settled')
    await testShop.shop.recordPayment(sessionId)
    expect(await orderWhere(member.id)).toMatchObject({ refundedCents: 0 })
    await testShop.shop.settlePendingPayments()
    expect(await orderWhere(member.id)).toMatchObject({ refundedCents: 1_500 })
  })

  test('of another system’s payment changes nothing, and while the provider is unavailable it waits', async () => {
    const order = await anOrder(1)
    expect(await tell('refund.created', 're_1', { paymentIntentId: 'pi_nobodys' })).toBe('settled')
    const made = await refundAtProvider(order, 700)
    await setFault({ match: 'GET /v1/refunds', fault: 'error-before', times: 4 })
    expect(await tell('refund.created', made.id, order)).toBe('later')
    await clearFaults()
    await testShop.shop.settlePendingPayments()
    expect(await now(order)).toMatchObject({ refundedCents: 700 })
  })

  test('of a dispute is in the order', async () => {
    const order = await anOrder(1, { card: '4000000000000259' })
    const [dispute] = (await testShop.services.payments.afterSaleOf(order.paymentIntentId!))
      .disputes
    expect(await tell('charge.dispute.created', dispute!.id, order)).toBe('settled')
    expect(await now(order)).toMatchObject({ state: 'disputed' })
    await closeDispute(dispute!.id, 'lost')
    await testShop.shop.settlePendingPayments()
    expect(await now(order)).toMatchObject({ state: 'disputed' })
  })
})

describe('the list of orders', () => {
  const list = async (address: string, before: number | null = null) => {
    const params = new URLSearchParams(address)
    if (before) params.set('before', String(before))
    const viewed = await testShop.shop.viewList(staff, 'orders', params)
    if (!viewed.ok) throw new Error(viewed.reason)
    const flagged = await testShop.shop.countFlaggedOrders(staff)
    return { ...(viewed.view.page as ListPage<ListRow<'orders'>>), flagged: Number(flagged) }
  }

  test('is found by number, name or either half of an email, and narrowed', async () => {
    const order = await anOrder(1)
    const numbers = async (address: string) =>
      (await list(address)).rows.map(({ number }) => number)
    const [name] = order.email.split('@')
    for (const search of [
      `K-${order.number}`,
      String(order.number),
      order.email,
      name!.slice(0, 8),
    ]) {
      expect(await numbers(`q=${encodeURIComponent(search)}`)).toEqual([order.number])
    }
    expect(await numbers(`q=${order.number}&channel=offering`)).toEqual([])
    expect(await numbers('q=nobody')).toEqual([])
    expect(await numbers("q='%20or%201=1")).toEqual([])
    await raiseFlag(testShop.db, order.id, 'amount-differs')
    await raiseFlag(testShop.db, order.id, 'address-differs')
    expect(await numbers('flagged=yes')).toContain(order.number)
    const counted = (await list('')).flagged
    await resolve(order, 'amount-differs')
    expect(await numbers('flagged=yes')).toContain(order.number)
    expect((await list('')).flagged).toBe(counted)
    await resolve(order, 'address-differs')
    expect(await numbers('flagged=yes')).not.toContain(order.number)
    expect((await list('')).flagged).toBe(counted - 1)
  })

  test('pages from the newest to the oldest, each order once', async () => {
    const seen: number[] = []
    let before: number | null = null
    for (;;) {
      const page = await list('size=25', before)
      seen.push(...page.rows.map(({ number }) => number))
      if (page.older === null) break
      before = page.older
    }
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen.length).toBe(await testShop.db.$count(orders))
  })
})

describe('stock', () => {
  const stock = async () => {
    const [row] = await testShop.db.select().from(products).where(eq(products.id, wine))
    return row!.stock
  }

  test('is set by staff, noted, and sold out is sold out everywhere', async () => {
    const member = await aMember(testShop.db)
    await testShop.shop.changeCart(member, { kind: 'add', productId: wine })
    await testShop.shop.changeCart(member, { kind: 'choose-shipping', method: 'pickup' })
    expect(await testShop.shop.setStock(staff, wine, { from: 100, to: 0 })).toEqual({
      ok: true,
      stock: 0,
    })
    expect((await testShop.shop.viewOffer('offering'))!.isOpen).toBe(false)
    expect((await testShop.shop.viewReleases()).current!.available).toBe(0)
    expect(await testShop.shop.startCheckout(member)).toEqual({ ok: false, reason: 'sold-out' })
    const other = await aMember(testShop.db)
    expect(await testShop.shop.changeCart(other, { kind: 'add', productId: wine })).toMatchObject({
      whyNot: 'sold-out',
    })
    const entries = await testShop.db.select().from(auditLog).where(eq(auditLog.subjectId, wine))
    expect(entries.at(-1)).toMatchObject({
      action: 'stock-set',
      before: { stock: 100 },
      after: { stock: 0 },
    })
    await testShop.shop.setStock(staff, wine, { from: 0, to: null })
    expect(await stock()).toBeNull()
    expect((await testShop.shop.viewReleases()).current!.available).toBeNull()
  })

  test('is never set below what is held and sold', async () => {
    await anOrder(2)
    const member = await aMember(testShop.db)
    await testShop.shop.changeCart(member, { kind: 'add', productId: wine })
    await testShop.shop.changeCart(member, { kind: 'choose-shipping', method: 'pickup' })
    await testShop.shop.startCheckout(member)
    const set = (to: number) => testShop.shop.setStock(staff, wine, { from: 100, to })
    expect(await set(2)).toEqual({ ok: false, reason: 'below-taken', taken: 3 })
    expect(await set(-1)).toEqual({ ok: false, reason: 'not-a-count' })
    expect(await set(3)).toEqual({ ok: true, stock: 3 })
    expect((await testShop.shop.viewReleases()).current!.available).toBe(0)
  })

  test('sold out shows on a wine in the cart, except for units held by the member’s own open page', async () => {
    await testShop.shop.setStock(staff, wine, { from: 100, to: 1 })
    const available = async (member: { id: string }) =>
      (await testShop.shop.viewCart(member)).products.find(({ id }) => id === wine)!.available
    const [buyer, other] = [await aMember(testShop.db), await aMember(testShop.db)]
    for (const member of [buyer, other]) {
      await testShop.shop.changeCart(member, { kind: 'add', productId: wine })
      await testShop.shop.changeCart(member, { kind: 'choose-shipping', method: 'pickup' })
    }
    expect(await testShop.shop.startCheckout(buyer)).toMatchObject({ ok: true })
    expect(await available(buyer)).toBe(1)
    expect(await available(other)).toBe(0)
  })

  test('changed by another member of staff meanwhile is not overwritten', async () => {
    await testShop.shop.setStock(staff, wine, { from: 100, to: 50 })
    const late = await testShop.shop.setStock(staff, wine, { from: 100, to: 70 })
    expect(late).toEqual({ ok: false, reason: 'set-elsewhere', stock: 50 })
    expect(await testShop.shop.setStock(staff, 'no-such-wine', { from: 1, to: 2 })).toEqual({
      ok: false,
      reason: 'gone',
    })
  })
})
