import { randomUUID } from 'node:crypto'

import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { auditLog, mails } from '#data/schema/desk.ts'
import { disputes, orderLines, orders, products, refunds } from '#data/schema/trade.ts'
import { readListQuery } from '#domain/list-query.ts'
import { ordersList } from '#domain/desk-lists.ts'
import {
  askProvider,
  clearFaults,
  closeDispute,
  payAt,
  setFault,
  signedEvent,
} from '#tests/harness/provider.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { aMember, openTestShop, setStock } from '#tests/harness/test-shop.ts'

import type { RefundWish } from './ask-for-refund.ts'
import { recordAfterSale } from './record-after-sale.ts'

let house: TestShop
let staff: { id: string; email: string; role: 'staff' }
const wine = 'malbec-2022'

beforeAll(async () => {
  house = await openTestShop()
  staff = { ...(await aMember(house.db)), role: 'staff' }
})
afterAll(() => house.close())
beforeEach(async () => {
  await clearFaults()
  await setStock(house.db, wine, 100)
})

/** A paid order of that many cases, in the books. */
async function anOrder(cases = 2, card: Record<string, string> = {}) {
  const member = await aMember(house.db)
  await house.shop.changeCart(member, { kind: 'add', productId: wine })
  await house.shop.changeCart(member, { kind: 'set-quantity', productId: wine, quantity: cases })
  await house.shop.changeCart(member, { kind: 'choose-shipping', method: 'ground' })
  const started = await house.shop.startCheckout(member)
  if (!started.ok) throw new Error(started.reason)
  await payAt(started.url, { email: member.email, ...card })
  await house.shop.recordPayment(/cs_[^/?#]+/.exec(started.url)![0])
  return orderWhere(member.id)
}

const orderWhere = async (userId: string) =>
  (await house.db.select().from(orders).where(eq(orders.userId, userId)))[0]!

const now = async ({ id }: { id: string }) =>
  (await house.db.select().from(orders).where(eq(orders.id, id)))[0]!

const refundsOf = ({ id }: { id: string }) =>
  house.db.select().from(refunds).where(eq(refunds.orderId, id))

const atProvider = async (order: { paymentIntentId: string | null }) => {
  const { refunds: made } = await house.parts.payments.afterSaleOf(order.paymentIntentId!)
  return made.map(({ amount }) => amount)
}

const lettersOf = async ({ email, number }: { email: string; number: number }) => {
  const of = and(eq(mails.recipient, email), sql`${mails.props}->>'number' = ${String(number)}`)
  const rows = await house.db.select().from(mails).where(of)
  return rows.map(({ kind }) => kind).filter((kind) => kind === 'order-refunded')
}

const soldNow = async () => {
  const [row] = await house.db.select().from(products).where(eq(products.id, wine))
  return row!.sold
}

const wish = (order: { number: number }, more: Partial<RefundWish> = {}): RefundWish => ({
  number: order.number,
  amountCents: null,
  reason: 'One bottle was corked.',
  stockBack: {},
  token: randomUUID(),
  ...more,
})

describe('staff give money back', () => {
  test('all of it: the order, the provider, the buyer and the log agree', async () => {
    const order = await anOrder()
    const asked = await house.shop.askForRefund(staff, wish(order, { stockBack: { [wine]: 2 } }))
    expect(asked).toEqual({ ok: true, state: 'made', amountCents: order.totalCents })
    expect(await now(order)).toMatchObject({
      state: 'refunded',
      refundedCents: order.totalCents,
      attention: null,
    })
    expect(await atProvider(order)).toEqual([order.totalCents])
    expect(await lettersOf(order)).toEqual(['order-refunded'])
    expect(await soldNow()).toBe(0)
    const [entry] = await house.db.select().from(auditLog).where(eq(auditLog.subjectId, order.id))
    expect(entry).toMatchObject({
      action: 'refund-asked',
      actorEmail: staff.email,
      before: { leftCents: order.totalCents },
      after: { leftCents: 0, amountCents: order.totalCents, reason: 'One bottle was corked.' },
    })
  })

  test('some of it, twice, and never more than was paid', async () => {
    const order = await anOrder()
    await house.shop.askForRefund(staff, wish(order, { amountCents: 10_000 }))
    expect(await now(order)).toMatchObject({ state: 'partly-refunded', refundedCents: 10_000 })
    const tooMuch = wish(order, { amountCents: order.totalCents - 9_999 })
    expect(await house.shop.askForRefund(staff, tooMuch)).toEqual({ ok: false, reason: 'too-much' })
    await house.shop.askForRefund(staff, wish(order))
    expect(await now(order)).toMatchObject({ state: 'refunded', refundedCents: order.totalCents })
    expect(await atProvider(order)).toEqual([order.totalCents - 10_000, 10_000])
    const nothing = await house.shop.askForRefund(staff, wish(order))
    expect(nothing).toEqual({ ok: false, reason: 'nothing-left' })
    expect(await lettersOf(order)).toHaveLength(2)
  })

  test('once, however often the same form comes', async () => {
    const order = await anOrder()
    const once = wish(order, { amountCents: 5_000, stockBack: { [wine]: 1 } })
    await Promise.all(Array.from({ length: 10 }, () => house.shop.askForRefund(staff, once)))
    expect(await atProvider(order)).toEqual([5_000])
    expect(await lettersOf(order)).toHaveLength(1)
    expect(await soldNow()).toBe(1)
  })

  test('never more than was paid, however many ask at once', async () => {
    const order = await anOrder()
    const half = Math.ceil(order.totalCents / 2) + 1
    const asked = await Promise.all(
      Array.from({ length: 5 }, () =>
        house.shop.askForRefund(staff, wish(order, { amountCents: half })),
      ),
    )
    expect(asked.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await atProvider(order)).toEqual([half])
  })

  test('and no more wine goes back than was sold', async () => {
    const order = await anOrder(2)
    const back = (count: number) => wish(order, { amountCents: 100, stockBack: { [wine]: count } })
    expect(await house.shop.askForRefund(staff, back(3))).toMatchObject({
      reason: 'too-many-units',
    })
    await house.shop.askForRefund(staff, back(1))
    expect(await house.shop.askForRefund(staff, back(2))).toMatchObject({
      reason: 'too-many-units',
    })
    await house.shop.askForRefund(staff, back(1))
    expect(await soldNow()).toBe(0)
    const [line] = await house.db.select().from(orderLines).where(eq(orderLines.orderId, order.id))
    expect(line!.returned).toBe(2)
  })

  test.each(['error-before', 'error-after', 'drop-before', 'drop-after'] as const)(
    'once, when the provider answers with %s',
    async (fault) => {
      const order = await anOrder(1)
      await setFault({ match: 'POST /v1/refunds', fault, times: 2 })
      const asked = await house.shop.askForRefund(staff, wish(order, { amountCents: 4_000 }))
      expect(asked.ok).toBe(true)
      await clearFaults()
      const [refund] = await refundsOf(order)
      await house.shop.makeRefund(refund!.id)
      await house.shop.makeRefund(refund!.id)
      expect(await atProvider(order)).toEqual([4_000])
      expect(await now(order)).toMatchObject({ state: 'partly-refunded', refundedCents: 4_000 })
      expect(await lettersOf(order)).toHaveLength(1)
    },
  )

  test('a refund that a fallen process left is found by the reconciling job', async () => {
    const order = await anOrder(1)
    await setFault({ match: 'POST /v1/refunds', fault: 'error-before', times: 20 })
    await setFault({ match: 'GET /v1/refunds', fault: 'error-before', times: 20 })
    expect(await house.shop.askForRefund(staff, wish(order))).toMatchObject({ state: 'asked' })
    await clearFaults()
    house.pass(11)
    await house.shop.reconcilePayments()
    expect(await now(order)).toMatchObject({ state: 'refunded' })
  })

  test('what the provider refuses has failed, and staff are to look at it', async () => {
    const order = await anOrder(1, { card: '4000000000000259' })
    const asked = await house.shop.askForRefund(staff, wish(order))
    expect(asked).toMatchObject({ ok: true, state: 'failed' })
    expect(await now(order)).toMatchObject({ refundedCents: 0, attention: 'refund-failed' })
    const again = await house.shop.askForRefund(staff, wish(order, { amountCents: 1 }))
    expect(again).toMatchObject({ ok: true, state: 'failed' })
  })

  test('is not for members', async () => {
    const order = await anOrder(1)
    const member = { ...staff, role: 'member' as const }
    const refused = { ok: false, reason: 'not-staff' }
    expect(await house.shop.askForRefund(member, wish(order))).toEqual(refused)
    expect(await house.shop.attendOrder(member, order.number)).toEqual(refused)
    expect(await house.shop.viewDeskOrder(member, order.number)).toEqual(refused)
    expect(await house.shop.setStock(member, wine, { from: 100, to: 1 })).toEqual(refused)
    const query = readListQuery(ordersList, new URLSearchParams())
    expect(await house.shop.listOrders(member, query, null)).toEqual({ ok: false })
    expect(await house.shop.listWines(member)).toEqual({ ok: false })
    expect(await refundsOf(order)).toEqual([])
  })
})

describe('a dispute', () => {
  const disputesOf = ({ id }: { id: string }) =>
    house.db.select().from(disputes).where(eq(disputes.orderId, id))

  test('shows in the order, is told to the business once, and ends as the bank decides', async () => {
    const order = await anOrder(1, { card: '4000000000000259' })
    await recordAfterSale(house.parts, order.paymentIntentId!)
    await recordAfterSale(house.parts, order.paymentIntentId!)
    expect(await now(order)).toMatchObject({ state: 'disputed', attention: 'disputed' })
    const [dispute] = await disputesOf(order)
    expect(dispute).toMatchObject({
      state: 'needs-response',
      amountCents: order.totalCents,
      reason: 'fraudulent',
    })
    const told = await house.db
      .select()
      .from(mails)
      .where(sql`${mails.props}->>'subject' = ${`Disputa del pago: pedido K-${order.number}`}`)
    expect(told).toHaveLength(1)

    await house.shop.attendOrder(staff, order.number)
    await closeDispute(dispute!.id, 'won')
    await recordAfterSale(house.parts, order.paymentIntentId!)
    expect(await now(order)).toMatchObject({ state: 'paid', attention: null })
    expect((await disputesOf(order))[0]).toMatchObject({ state: 'won' })
  })
})

describe('what the provider tells', () => {
  const refundAtProvider = (order: { paymentIntentId: string | null }, amount: number) =>
    askProvider().refunds.create({ payment_intent: order.paymentIntentId!, amount })

  const tell = (type: string, id: string, order: { paymentIntentId: string | null }) => {
    const event = signedEvent(type, id, { paymentId: order.paymentIntentId! })
    return house.shop.receiveEvent(event.body, event.signature)
  }

  test('of a refund made at its own desk is in the order once, however it is told', async () => {
    const order = await anOrder(1)
    const made = await refundAtProvider(order, 2_000)
    const types = ['charge.refunded', 'refund.created', 'refund.updated', 'refund.updated']
    await Promise.all(types.map((type) => tell(type, made.id, order)))
    await house.shop.reconcilePayments()
    expect(await now(order)).toMatchObject({ state: 'partly-refunded', refundedCents: 2_000 })
    expect(await refundsOf(order)).toMatchObject([{ cause: 'provider', state: 'made' }])
    expect(await lettersOf(order)).toHaveLength(1)
    const left = await house.shop.askForRefund(staff, wish(order))
    expect(left).toMatchObject({ amountCents: order.totalCents - 2_000, state: 'made' })
  })

  test('and what it told nobody is found by the job', async () => {
    const order = await anOrder(1)
    await refundAtProvider(order, 2_000)
    await house.shop.reconcilePayments()
    expect(await now(order)).toMatchObject({ refundedCents: 2_000 })
  })

  test('of a refund before its payment waits until the order is written', async () => {
    const member = await aMember(house.db)
    await house.shop.changeCart(member, { kind: 'add', productId: wine })
    await house.shop.changeCart(member, { kind: 'choose-shipping', method: 'pickup' })
    const started = await house.shop.startCheckout(member)
    if (!started.ok) throw new Error(started.reason)
    await payAt(started.url)
    const sessionId = /cs_[^/?#]+/.exec(started.url)![0]
    const { paymentIntentId } = (await house.parts.payments.getSession(sessionId))!
    const made = await refundAtProvider({ paymentIntentId }, 1_500)
    expect(await tell('refund.created', made.id, { paymentIntentId })).toBe('settled')
    await house.shop.recordPayment(sessionId)
    expect(await orderWhere(member.id)).toMatchObject({ refundedCents: 0 })
    await house.shop.reconcilePayments()
    expect(await orderWhere(member.id)).toMatchObject({ refundedCents: 1_500 })
  })

  test('of somebody else’s payment, or while it is away, changes nothing or waits', async () => {
    const order = await anOrder(1)
    expect(await tell('refund.created', 're_1', { paymentIntentId: 'pi_nobodys' })).toBe('settled')
    const made = await refundAtProvider(order, 700)
    await setFault({ match: 'GET /v1/refunds', fault: 'error-before', times: 4 })
    expect(await tell('refund.created', made.id, order)).toBe('later')
    await clearFaults()
    await house.shop.reconcilePayments()
    expect(await now(order)).toMatchObject({ refundedCents: 700 })
  })

  test('of a dispute is in the order', async () => {
    const order = await anOrder(1, { card: '4000000000000259' })
    const [dispute] = (await house.parts.payments.afterSaleOf(order.paymentIntentId!)).disputes
    expect(await tell('charge.dispute.created', dispute!.id, order)).toBe('settled')
    expect(await now(order)).toMatchObject({ state: 'disputed' })
    await closeDispute(dispute!.id, 'lost')
    await house.shop.reconcilePayments()
    expect(await now(order)).toMatchObject({ state: 'disputed' })
  })
})

describe('the list of orders', () => {
  const list = async (address: string, before: number | null = null) => {
    const query = readListQuery(ordersList, new URLSearchParams(address))
    const listed = await house.shop.listOrders(staff, query, before)
    if (!listed.ok) throw new Error('not listed')
    return listed
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
    await house.db
      .update(orders)
      .set({ attention: 'amount-differs' })
      .where(eq(orders.id, order.id))
    expect(await numbers('attention=yes')).toContain(order.number)
    expect((await list('')).toLookAt).toBeGreaterThan(0)
  })

  test('pages from the newest to the oldest, each order once', async () => {
    const seen: number[] = []
    let before: number | null = null
    for (;;) {
      const page = await list('size=25', before)
      seen.push(...page.rows.map(({ number }) => number))
      if (!page.hasMore) break
      before = page.rows.at(-1)!.number
    }
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen.length).toBe(await house.db.$count(orders))
  })
})

describe('stock', () => {
  const stock = async () => {
    const [row] = await house.db.select().from(products).where(eq(products.id, wine))
    return row!.stock
  }

  test('is set by staff, noted, and sold out is sold out everywhere', async () => {
    expect(await house.shop.setStock(staff, wine, { from: 100, to: 0 })).toEqual({
      ok: true,
      stock: 0,
    })
    expect((await house.shop.viewOffer(wine))!.isOpen).toBe(false)
    expect((await house.shop.viewReleases()).current!.available).toBe(0)
    const member = await aMember(house.db)
    await house.shop.changeCart(member, { kind: 'add', productId: wine })
    expect(await house.shop.startCheckout(member)).toMatchObject({ ok: false })
    const entries = await house.db.select().from(auditLog).where(eq(auditLog.subjectId, wine))
    expect(entries.at(-1)).toMatchObject({
      action: 'stock-set',
      before: { stock: 100 },
      after: { stock: 0 },
    })
    await house.shop.setStock(staff, wine, { from: 0, to: null })
    expect(await stock()).toBeNull()
    expect((await house.shop.viewReleases()).current!.available).toBeNull()
  })

  test('is never set below what is held and sold', async () => {
    await anOrder(2)
    const member = await aMember(house.db)
    await house.shop.changeCart(member, { kind: 'add', productId: wine })
    await house.shop.changeCart(member, { kind: 'choose-shipping', method: 'pickup' })
    await house.shop.startCheckout(member)
    const set = (to: number) => house.shop.setStock(staff, wine, { from: 100, to })
    expect(await set(2)).toEqual({ ok: false, reason: 'below-taken', taken: 3 })
    expect(await set(-1)).toEqual({ ok: false, reason: 'not-a-count' })
    expect(await set(3)).toEqual({ ok: true, stock: 3 })
    expect((await house.shop.viewReleases()).current!.available).toBe(0)
  })

  test('sold out is said of a wine in the cart, but not of what one’s own open page holds', async () => {
    await house.shop.setStock(staff, wine, { from: 100, to: 1 })
    const available = async (member: { id: string }) =>
      (await house.shop.viewCart(member)).products.find(({ id }) => id === wine)!.available
    const [buyer, other] = [await aMember(house.db), await aMember(house.db)]
    for (const member of [buyer, other]) {
      await house.shop.changeCart(member, { kind: 'add', productId: wine })
      await house.shop.changeCart(member, { kind: 'choose-shipping', method: 'pickup' })
    }
    expect(await house.shop.startCheckout(buyer)).toMatchObject({ ok: true })
    expect(await available(buyer)).toBe(1)
    expect(await available(other)).toBe(0)
  })

  test('set by somebody else meanwhile is not overwritten unseen', async () => {
    await house.shop.setStock(staff, wine, { from: 100, to: 50 })
    const late = await house.shop.setStock(staff, wine, { from: 100, to: 70 })
    expect(late).toEqual({ ok: false, reason: 'set-elsewhere', stock: 50 })
    expect(await house.shop.setStock(staff, 'no-such-wine', { from: 1, to: 2 })).toEqual({
      ok: false,
      reason: 'gone',
    })
  })
})
