import { randomUUID } from 'node:crypto'

import { asc, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { checkouts } from '#catalogue/tables.ts'
import { products } from '#catalogue/wines/tables.ts'
import { lockOrder } from '#orders/order/orders.store.server.ts'
import { orderFlags, orders } from '#orders/order/tables.ts'
import { ProviderRefused } from '#payments/payments.ts'
import { noAddress } from '#platform/address/address.rules.ts'
import { reconciliationDifferences } from '#tests/harness/expect-reconciled.ts'
import { providerClient, payAt } from '#tests/harness/provider.ts'
import { askRefund } from '#tests/harness/refunds.ts'
import type { StaffMember } from '#tests/harness/shipping.ts'
import { emailsTo, handOver, shipmentNow, shippingStaff } from '#tests/harness/shipping.ts'
import { endRules, stateRule } from '#tests/harness/state-rules.ts'
import { loggedBy } from '#tests/harness/test-log.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { aMember, openTestShop, setStock } from '#tests/harness/test-shop.ts'
import { waitingForLocks } from '#tests/harness/waiting-for-locks.ts'

import { recomputeReadiness } from '../readiness/recompute-readiness.actions.server.ts'
import { parcels, shipments } from '../tables.ts'
import { recordNews } from '../tracking/record-events.actions.server.ts'
import { recordReshipmentAfterSale, refundReshipment } from './refund-reshipment.actions.server.ts'
import type { ReshipmentValues } from './reshipment-form.rules.ts'
import { eraseUnpaidReshipments } from './reshipments.store.server.ts'
import { chooseReturn } from './settle-return.actions.server.ts'
import { startReshipment } from './start-reshipment.actions.server.ts'
import { reshipments } from './tables.ts'

let testShop: TestShop
let staff: StaffMember
const wine = 'malbec-2022'

beforeAll(async () => {
  testShop = await openTestShop()
  staff = await shippingStaff(testShop)
  await setStock(testShop.db, wine, 1_000)
})
afterAll(() => testShop.close())

const ground: ReshipmentValues = {
  method: 'ground',
  to: 'same',
  ...noAddress,
}

const elsewhere = {
  to: 'other',
  address: '1200 Valencia Street',
  city: 'San Francisco',
  state: 'CA',
  zipCode: '94110',
} as const

const sessionIn = (url: string): string => /cs_[^/?#]+/.exec(url)![0]

/** A member's order of two cases whose box came back. */
async function aReturnedBox() {
  const member = await aMember(testShop.db)
  await testShop.shop.changeCart(member, { kind: 'add', productId: wine })
  await testShop.shop.changeCart(member, { kind: 'add', productId: wine })
  await testShop.shop.changeCart(member, { kind: 'choose-shipping', method: 'ground' })
  const started = await testShop.shop.startCheckout(member)
  if (!started.ok) throw new Error(started.reason)
  await payAt(started.url)
  await testShop.shop.recordPayment(sessionIn(started.url))
  const [order] = await testShop.db.select().from(orders).where(eq(orders.userId, member.id))
  return returned(order!)
}

/** A guest's order of one bottle's case, whose box came back. */
async function aGuestsReturnedBox() {
  const email = `${randomUUID()}@example.com`
  const started = await testShop.shop.startOffer(
    { viewer: null, token: randomUUID(), address: randomUUID() },
    {
      productId: wine,
      quantity: 1,
      shipTo: {
        isPickup: false,
        name: 'Eva Marsh',
        email,
        phone: '5125550123',
        birthdate: '1980-02-03',
        ...noAddress,
        address: '400 Congress Ave',
        city: 'Austin',
        state: 'TX',
        zipCode: '78701',
      },
    },
  )
  if (!started.ok) throw new Error(started.reason)
  await payAt(started.url, { email })
  const sessionId = sessionIn(started.url)
  await testShop.shop.recordPayment(sessionId)
  const [order] = await testShop.db.select().from(orders).where(eq(orders.sessionId, sessionId))
  return returned(order!)
}

async function returned(order: typeof orders.$inferSelect) {
  await recomputeReadiness(testShop.services, { orderId: order.id })
  const [shipment] = await shipmentsOf(order.id)
  await handOver(testShop, staff, [{ shipment: shipment! }])
  const [parcel] = await testShop.db
    .select()
    .from(parcels)
    .where(eq(parcels.shipmentId, shipment!.id))
  const at = testShop.services.clock().getTime()
  const kinds = ['shipped', 'attempted', 'returning', 'returned'] as const
  await testShop.db.transaction((tx) =>
    recordNews(testShop.services, tx, shipment!.id, {
      events: kinds.map((kind, index) => ({
        parcelId: parcel!.id,
        at: new Date(at + index),
        source: 'carrier' as const,
        kind,
      })),
    }),
  )
  const box = await shipmentNow(testShop, shipment!.id)
  expect(box.state).toBe('returned')
  const buyer = order.userId
    ? { userId: order.userId, number: order.number }
    : { token: testShop.services.orderLinks.sign(order.id) }
  return { order, box, buyer }
}

const shipmentsOf = (orderId: string) =>
  testShop.db
    .select()
    .from(shipments)
    .where(eq(shipments.orderId, orderId))
    .orderBy(asc(shipments.number))

const flagsOf = async (orderId: string) =>
  (await testShop.db.select().from(orderFlags).where(eq(orderFlags.orderId, orderId)))
    .filter(({ resolvedAt }) => resolvedAt === null)
    .map(({ reason }) => reason)

const stockNow = () =>
  testShop.db
    .select({ stock: products.stock, held: products.held, sold: products.sold })
    .from(products)
    .where(eq(products.id, wine))

type Returned = Awaited<ReturnType<typeof returned>>

async function start({ buyer, box }: Returned, values: Partial<ReshipmentValues> = {}) {
  const wish = { shipmentId: box.id, values: { ...ground, ...values } }
  const started = await startReshipment(testShop.services, buyer, wish)
  if (!started.ok) throw new Error(started.reason)
  return started.url
}

describe('a returned box that its buyer pays to have sent again', () => {
  test('goes out again for $50.00: no new order, the stock as it was, the ledgers agree', async () => {
    const found = await aReturnedBox()
    const { order, box, buyer } = found
    const [before, count] = [await stockNow(), await testShop.db.$count(orders)]
    const flag = { orderId: order.id, reason: 'return-unanswered', source: box.id } as const
    await testShop.db.insert(orderFlags).values(flag)
    const url = await start(found)
    expect(await start(found)).toBe(url)
    expect(await flagsOf(order.id)).toEqual(['return-unanswered'])
    const session = await providerClient().checkout.sessions.retrieve(sessionIn(url))
    expect(session.amount_total).toBe(5_000)
    await payAt(url)
    const [one, other] = await Promise.all([
      testShop.shop.recordPayment(sessionIn(url)),
      testShop.shop.recordPayment(sessionIn(url)),
    ])
    expect(one).toEqual({ state: 'booked', orderId: order.id, isServed: true })
    expect(other).toEqual(one)
    expect(await testShop.shop.returnFromPayment(sessionIn(url), '::1')).toEqual(one)

    expect(await flagsOf(order.id)).toEqual([])
    expect(await testShop.db.$count(orders)).toBe(count)
    expect(await stockNow()).toEqual(before)
    expect(await shipmentsOf(order.id)).toMatchObject([
      { state: 'returned', returnChoice: 'again' },
      { state: 'ready', kind: 'reshipment', replaces: box.id, method: 'ground' },
    ])
    const [row] = await testShop.db
      .select()
      .from(reshipments)
      .where(eq(reshipments.shipmentId, box.id))
    expect(row).toMatchObject({ paidCents: 5_000, refundedCents: 0, refundWantedAt: null })
    const mails = await emailsTo(testShop, order.email, 'order-reshipped')
    expect(mails.map(({ props }) => props)).toMatchObject([
      { paid: '$50.00', to: 'San Francisco, CA', service: 'Ground shipping' },
    ])
    const { orders: history } = await testShop.shop.orderHistory({ id: order.userId! }, 1)
    expect(history).toHaveLength(1)
    const again = await startReshipment(testShop.services, buyer, {
      shipmentId: box.id,
      values: ground,
    })
    expect(again).toMatchObject({ reason: 'settled' })
    expect(await reconciliationDifferences(testShop)).toEqual([])
  })

  test('goes to another served address of a signed-in buyer', async () => {
    const found = await aReturnedBox()
    const refused = await startReshipment(testShop.services, found.buyer, {
      shipmentId: found.box.id,
      values: { ...ground, ...elsewhere, state: 'UT', zipCode: '84101' },
    })
    expect(refused).toMatchObject({ reason: 'invalid', errors: { state: expect.any(String) } })
    const first = await start(found)
    const url = await start(found, { ...elsewhere, method: 'overnight' })
    expect((await providerClient().checkout.sessions.retrieve(sessionIn(first))).status).toBe(
      'expired',
    )
    await payAt(url)
    await testShop.shop.settlePendingPayments()
    const [, copy] = await shipmentsOf(found.order.id)
    expect(copy).toMatchObject({
      method: 'overnight',
      toState: 'CA',
      toZip: '94110',
      shipTo: { address: '1200 Valencia Street', city: 'San Francisco' },
    })
    expect(await reconciliationDifferences(testShop)).toEqual([])
  })

  test('frees its volume while it is back, and takes it again once, where the law allows it', async () => {
    const { db } = testShop
    const found = await aReturnedBox()
    const volume = async () =>
      (await db.execute<{ ml: string }>(sql`select order_ml(${found.order.id}) as ml`)).rows
    expect(await volume()).toEqual([{ ml: '0' }])
    await stateRule(db, 'CA', {
      ...{ limitMl: 4_499, countedBy: 'person', countedIn: 'calendar-year' },
    })
    const tooMuch = 'This is more wine than may go to California for you at the moment.'
    const refused = (values: object) =>
      startReshipment(testShop.services, found.buyer, {
        ...{ shipmentId: found.box.id, values: { ...ground, ...values } },
      })
    expect(await refused({})).toEqual({ ok: false, reason: 'invalid', errors: { to: tooMuch } })
    expect(await refused({ ...elsewhere, address: '7 Other Street' })).toEqual({
      ...{ ok: false, reason: 'invalid', errors: { state: tooMuch } },
    })
    await endRules(db, 'CA')
    // Paid while the law allows less again, it is refunded.
    const late = await aReturnedBox()
    const lateUrl = await start(late)
    await stateRule(db, 'CA', {
      ...{ limitMl: 4_499, countedBy: 'person', countedIn: 'calendar-year' },
    })
    await payAt(lateUrl)
    expect(await testShop.shop.recordPayment(sessionIn(lateUrl))).toMatchObject({ isServed: false })
    expect(await flagsOf(late.order.id)).toContain('reshipment-not-served')
    await endRules(db, 'CA')
    const url = await start(found)
    await payAt(url)
    await testShop.shop.recordPayment(sessionIn(url))
    expect(await volume()).toEqual([{ ml: '4500' }])
  })

  test('has five payment pages a day', async () => {
    const found = await aReturnedBox()
    const wish = (method: 'ground' | 'overnight') => ({
      ...{ shipmentId: found.box.id, values: { ...ground, method } },
    })
    const open = (at: number) =>
      startReshipment(testShop.services, found.buyer, wish(at % 2 === 0 ? 'ground' : 'overnight'))
    for (let at = 0; at < 5; at++) expect(await open(at)).toMatchObject({ ok: true })
    // What is refused leaves the page that is open.
    for (let at = 4; at < 8; at += 2) {
      expect(await open(at)).toMatchObject({ ok: true })
      expect(await open(at + 1)).toEqual({ ok: false, reason: 'often-started' })
    }
    await testShop.db.execute(sql`update checkouts set started_at = started_at - interval '25 hours'
      where channel = 'reshipment'`)
    expect(await open(1)).toMatchObject({ ok: true })
  })

  test('goes by a guest’s link to the address that it went to, and to no other', async () => {
    const found = await aGuestsReturnedBox()
    const { order, box, buyer } = found
    const other = { shipmentId: box.id, values: { ...ground, ...elsewhere } }
    expect(await startReshipment(testShop.services, buyer, other)).toMatchObject({
      reason: 'invalid',
      errors: { to: expect.stringContaining('open an account') },
    })
    expect(await testShop.db.$count(reshipments, eq(reshipments.orderId, order.id))).toBe(0)
    const token = buyer.token ?? ''
    const seen = (await testShop.shop.viewGuestOrder(token))!.shipments[0]!
    expect(seen.returned).toMatchObject({ mayGoElsewhere: false })
    const url = await start(found)
    // Emails are forwarded: the page that the link leads to tells nothing that the link does not.
    const page = await providerClient().checkout.sessions.retrieve(sessionIn(url))
    expect(JSON.stringify(page)).not.toContain(order.email)
    await payAt(url)
    await testShop.shop.settlePendingPayments()
    const [, copy] = await shipmentsOf(order.id)
    expect(copy).toMatchObject({ toZip: '78701', shipTo: { address: '400 Congress Ave' } })
    expect(await reconciliationDifferences(testShop)).toEqual([])
  })

  test('goes elsewhere once the guest’s account has the order; their link still does not', async () => {
    const { order, box, buyer } = await aGuestsReturnedBox()
    const { id } = await aMember(testShop.db)
    await testShop.db.update(orders).set({ userId: id }).where(eq(orders.id, order.id))
    const other = { shipmentId: box.id, values: { ...ground, ...elsewhere } }
    expect(await startReshipment(testShop.services, buyer, other)).toMatchObject({
      reason: 'invalid',
    })
    const owner = { userId: id!, number: order.number }
    expect(await startReshipment(testShop.services, owner, other)).toMatchObject({ ok: true })
  })

  test('is nobody else’s, and has no page open beside another choice', async () => {
    const [mine, other] = [await aReturnedBox(), await aReturnedBox()]
    const wish = { shipmentId: mine.box.id, values: ground }
    expect(await startReshipment(testShop.services, other.buyer, wish)).toEqual({
      ok: false,
      reason: 'gone',
    })
    const url = await start(mine)
    const choice = { shipmentId: mine.box.id, choice: 'refund' as const }
    expect(await chooseReturn(testShop.services, mine.buyer, choice)).toEqual({ ok: true })
    expect((await providerClient().checkout.sessions.retrieve(sessionIn(url))).status).toBe(
      'expired',
    )

    const paid = await start(other)
    await payAt(paid)
    const late = { shipmentId: other.box.id, choice: 'refund' as const }
    expect(await chooseReturn(testShop.services, other.buyer, late)).toEqual({
      ok: false,
      reason: 'settled',
    })
    expect(await shipmentsOf(other.order.id)).toMatchObject([
      { kind: 'first' },
      { kind: 'reshipment' },
    ])
  })

  test('is refunded when its wine was refunded before the payment arrived', async () => {
    const found = await aReturnedBox()
    const { order } = found
    const url = await start(found)
    await payAt(url)
    await askRefund(
      testShop,
      { ...staff, duties: ['owner'] },
      {
        number: order.number,
        amountCents: order.totalCents,
        reason: 'You asked for it.',
        stockBack: {},
        token: randomUUID(),
      },
    )
    expect(await testShop.shop.recordPayment(sessionIn(url))).toMatchObject({ isServed: false })
    expect(await shipmentsOf(order.id)).toHaveLength(1)
    expect(await flagsOf(order.id)).toEqual(['reshipment-not-served'])
    const [checkout] = await testShop.db
      .select()
      .from(checkouts)
      .where(eq(checkouts.sessionId, sessionIn(url)))
    await refundReshipment(testShop.services, checkout!.id)
    await refundReshipment(testShop.services, checkout!.id)
    const [row] = await testShop.db
      .select()
      .from(reshipments)
      .where(eq(reshipments.checkoutId, checkout!.id))
    expect(row).toMatchObject({ paidCents: 5_000, refundedCents: 5_000 })
    expect(await emailsTo(testShop, order.email, 'order-refunded')).toHaveLength(2)
    expect(await reconciliationDifferences(testShop)).toEqual([])
  })

  /** A payment for a box whose wine was refunded meanwhile, so that all of it is to be refunded. */
  async function paidTooLate() {
    const found = await aReturnedBox()
    const { order } = found
    const url = await start(found)
    await payAt(url)
    const whole = { amountCents: order.totalCents, reason: 'You asked for it.', stockBack: {} }
    const asked = { ...whole, number: order.number, token: randomUUID() }
    await askRefund(testShop, { ...staff, duties: ['owner'] }, asked)
    await testShop.shop.recordPayment(sessionIn(url))
    const [checkout] = await testShop.db
      .select()
      .from(checkouts)
      .where(eq(checkouts.sessionId, sessionIn(url)))
    const { id: checkoutId, paymentIntentId } = checkout!
    const refundedOf = async () => {
      const ofIt = eq(reshipments.checkoutId, checkoutId)
      return (await testShop.db.select().from(reshipments).where(ofIt))[0]!.refundedCents
    }
    return { order, checkoutId, paymentId: paymentIntentId!, refundedOf }
  }

  test('is refunded where less was paid than it costs', async () => {
    const found = await aReturnedBox()
    const url = await start(found)
    const isThis = eq(checkouts.sessionId, sessionIn(url))
    await testShop.db.update(checkouts).set({ totalCents: 5_001 }).where(isThis)
    await payAt(url)
    expect(await testShop.shop.recordPayment(sessionIn(url))).toMatchObject({ isServed: false })
    expect(await flagsOf(found.order.id)).toEqual(['reshipment-not-served'])
    expect(await shipmentsOf(found.order.id)).toMatchObject([{ state: 'returned' }])
  })

  test('is refunded the rest where part of it was refunded at the provider already', async () => {
    const { order, checkoutId, paymentId, refundedOf } = await paidTooLate()
    await testShop.stripe.refunds.create({ payment_intent: paymentId, amount: 2_000 })
    await refundReshipment(testShop.services, checkoutId)
    expect(await refundedOf()).toBe(5_000)
    const { data: refunds } = await testShop.stripe.refunds.list({ payment_intent: paymentId })
    expect(refunds.map(({ amount }) => amount).toSorted()).toEqual([2_000, 3_000])
    expect(await flagsOf(order.id)).toEqual(['reshipment-not-served'])
  })

  test('is told once of a refund that two requests record at the same time', async () => {
    const { order, paymentId, refundedOf } = await paidTooLate()
    const before = (await emailsTo(testShop, order.email, 'order-refunded')).length
    await testShop.stripe.refunds.create({ payment_intent: paymentId, amount: 2_000 })
    const record = () => recordReshipmentAfterSale(testShop.services, paymentId)
    expect(await Promise.all([record(), record()])).toEqual([true, true])
    expect(await refundedOf()).toBe(2_000)
    expect(await emailsTo(testShop, order.email, 'order-refunded')).toHaveLength(before + 1)
  })

  test('whose refund fails later is a review for staff', async () => {
    const { order, checkoutId, paymentId, refundedOf } = await paidTooLate()
    await refundReshipment(testShop.services, checkoutId)
    expect(await refundedOf()).toBe(5_000)
    const { refunds, disputes } = await testShop.services.payments.afterSaleOf(paymentId)
    const failed = refunds.map((refund) => ({ ...refund, state: 'failed' as const }))
    const afterSaleOf = async () => ({ refunds: failed, disputes })
    const payments = { ...testShop.services.payments, afterSaleOf }
    await recordReshipmentAfterSale({ ...testShop.services, payments }, paymentId)
    expect(await refundedOf()).toBe(0)
    expect((await flagsOf(order.id)).toSorted()).toEqual(['refund-failed', 'reshipment-not-served'])
  })

  test('whose refund the provider refuses is not refunded, and staff are told', async () => {
    const { order, checkoutId, refundedOf } = await paidTooLate()
    const before = (await emailsTo(testShop, order.email, 'order-refunded')).length
    const makeRefund = async () => {
      throw new ProviderRefused('charge_disputed', 'The charge is disputed.')
    }
    const payments = { ...testShop.services.payments, makeRefund }
    await refundReshipment({ ...testShop.services, payments }, checkoutId)
    expect(loggedBy(testShop.db)).toContainEqual({
      level: 'error',
      fields: { err: expect.any(ProviderRefused), order: order.id },
      message: 'refund refused by the payment provider',
    })
    expect(await refundedOf()).toBe(0)
    const flags = await flagsOf(order.id)
    expect(flags.toSorted()).toEqual(['refund-failed', 'reshipment-not-served'])
    expect(await emailsTo(testShop, order.email, 'order-refunded')).toHaveLength(before)
  })

  test.each(['again', 'collect', 'refund'] as const)(
    'whose payment a bank took back is not to be had, nor refunded, a second time: %s',
    async (wanted) => {
      const { order, box, buyer } = await aReturnedBox()
      const choose = () =>
        wanted === 'again'
          ? startReshipment(testShop.services, buyer, { shipmentId: box.id, values: ground })
          : chooseReturn(testShop.services, buyer, { shipmentId: box.id, choice: wanted })
      const inState = (state: 'disputed' | 'paid') =>
        testShop.db.update(orders).set({ state }).where(eq(orders.id, order.id))
      await inState('disputed')
      expect(await choose()).toEqual({ ok: false, reason: 'settled' })
      const shown = await testShop.shop.viewOrder({ id: order.userId! } as never, order.number)
      expect(shown!.shipments[0]).toMatchObject({ state: 'returned', returned: null })
      expect(await shipmentsOf(order.id)).toHaveLength(1)
      // The bank decided for the shop.
      await inState('paid')
      expect(await choose()).toMatchObject({ ok: true })
    },
  )

  test('that was disputed after its page was opened is not sent: the payment is refunded', async () => {
    const found = await aReturnedBox()
    const url = await start(found)
    await testShop.db.update(orders).set({ state: 'disputed' }).where(eq(orders.id, found.order.id))
    await payAt(url)
    expect(await testShop.shop.recordPayment(sessionIn(url))).toMatchObject({ isServed: false })
    expect(await shipmentsOf(found.order.id)).toHaveLength(1)
  })

  test('that staff refunded in full is not collected as well', async () => {
    const { order, box, buyer } = await aReturnedBox()
    await askRefund(
      testShop,
      { ...staff, duties: ['owner'] },
      {
        number: order.number,
        amountCents: order.totalCents,
        reason: 'You asked for it.',
        stockBack: {},
        token: randomUUID(),
      },
    )
    const collect = { shipmentId: box.id, choice: 'collect' as const }
    expect(await chooseReturn(testShop.services, buyer, collect)).toEqual({
      ok: false,
      reason: 'settled',
    })
    const again = await startReshipment(testShop.services, buyer, {
      shipmentId: box.id,
      values: ground,
    })
    expect(again).toEqual({ ok: false, reason: 'settled' })
    expect(await shipmentsOf(order.id)).toHaveLength(1)
  })

  test('whose page is about to lapse gets another', async () => {
    const found = await aReturnedBox()
    const older = await start(found)
    testShop.pass(26)
    expect(await start(found)).not.toBe(older)
    testShop.pass(-26)
  })

  test('whose page nobody pays stays returned, and can be chosen about again', async () => {
    const found = await aReturnedBox()
    await start(found)
    testShop.pass(40)
    await testShop.shop.settlePendingPayments()
    expect(await shipmentsOf(found.order.id)).toHaveLength(1)
    expect(await start(found)).toContain('cs_')
  })

  test('keeps the address of a page that was paid, and loses it with that of one that was not', async () => {
    const { db } = testShop
    const found = await aReturnedBox()
    await start(found)
    testShop.pass(40)
    await testShop.shop.settlePendingPayments()
    await start(found)
    const its = eq(reshipments.shipmentId, found.box.id)
    const rows = () => db.select().from(reshipments).where(its).orderBy(asc(reshipments.paidAt))
    const cities = async () => (await rows()).map(({ shipTo }) => shipTo?.city)
    const [paid, lapsed] = (await rows()).map(({ checkoutId }) => checkoutId)
    await db
      .update(reshipments)
      .set({ paidAt: new Date() })
      .where(eq(reshipments.checkoutId, paid!))
    await eraseUnpaidReshipments(db)
    expect(await cities()).toEqual(['San Francisco', 'San Francisco'])
    for (const id of [paid!, lapsed!]) {
      await db.update(checkouts).set({ shipTo: null }).where(eq(checkouts.id, id))
    }
    await eraseUnpaidReshipments(db)
    expect(await cities()).toEqual(['San Francisco', undefined])
  })
})

test('the page to send a box again waits for its order before it locks the box', async () => {
  const { db, services } = testShop
  const { order, box, buyer } = await aReturnedBox()
  let started: ReturnType<typeof startReshipment> | undefined
  await db.transaction(async (tx) => {
    await lockOrder(tx, order.id)
    started = startReshipment(services, buyer, { shipmentId: box.id, values: ground })
    await expect.poll(() => waitingForLocks(db)).toBeGreaterThan(0)
    // Who has locked the order locks its box next.
    await tx.execute(sql`select from shipments where id = ${box.id} for update nowait`)
  })
  expect(await started).toMatchObject({ ok: true })
})
