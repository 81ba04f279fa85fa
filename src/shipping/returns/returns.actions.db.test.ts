import { randomUUID } from 'node:crypto'

import { and, eq, isNull, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { userEmails } from '#accounts/users/tables.ts'
import { tasks } from '#admin/today/tables.ts'
import { products } from '#catalogue/wines/tables.ts'
import { resolveFlag } from '#orders/flags/resolve-flag.actions.server.ts'
import { lockOrder, orderLinesOf } from '#orders/order/orders.store.server.ts'
import { orderFlags, orderLines, orders, refunds } from '#orders/order/tables.ts'
import { approveRefund } from '#orders/refunds/approve-refund.actions.server.ts'
import type { Duty } from '#platform/access/duties.rules.ts'
import { approvalRules, approvals } from '#platform/database/approvals.tables.ts'
import { staffDuties } from '#platform/database/people.tables.ts'
import { personMerges } from '#privacy/merging/tables.ts'
import type { StaffMember } from '#tests/harness/shipping.ts'
import {
  emailsTo,
  eventsNow,
  handOver,
  sendHandover,
  shipmentNow,
  shipmentsTo,
  shippingStaff,
} from '#tests/harness/shipping.ts'
import { endRules, stateRule } from '#tests/harness/state-rules.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { aMember, openTestShop, setStock } from '#tests/harness/test-shop.ts'
import { afterChange } from '#tests/harness/waiting-for-locks.ts'

import { returnedMail } from '../emails/shipment-mails.actions.server.ts'
import { unansweredSince } from '../follow-ups/due-reminders.store.server.ts'
import { remindOfShipments } from '../follow-ups/remind-of-shipments.actions.server.ts'
import { undoHandover } from '../handover/handovers.actions.server.ts'
import { endHold, holdShipment } from '../holds/holds.actions.server.ts'
import { markCollected, markMissed, proposePickup } from '../pickup/mark-pickup.actions.server.ts'
import { markDamaged, markLost, markReturned } from '../shipments/mark-shipment.actions.server.ts'
import { parcels, shipmentHolds, shipments } from '../tables.ts'
import { importTracking } from '../tracking/add-tracking.actions.server.ts'
import type { CarrierKind } from '../tracking/events.rules.ts'
import { askCarrier } from '../tracking/poll-carriers.actions.server.ts'
import { recordNews } from '../tracking/record-events.actions.server.ts'
import { followRefunds } from './follow-refund.actions.server.ts'
import { chooseReturn } from './settle-return.actions.server.ts'
import {
  receiveBack,
  replaceShipment,
  settleOtherwise,
  shipAgain,
} from './settle-shipment.actions.server.ts'

let testShop: TestShop
let staff: StaffMember
const wine = 'malbec-2022'

beforeAll(async () => {
  testShop = await openTestShop()
  staff = await shippingStaff(testShop)
})
afterAll(() => testShop.close())
beforeEach(() => setStock(testShop.db, wine, 1_000))

async function boxThatIs(kind: CarrierKind) {
  const [one] = await shipmentsTo(testShop, staff, 'TX', 1)
  await handOver(testShop, staff, [one!])
  const [parcel] = await testShop.db
    .select()
    .from(parcels)
    .where(eq(parcels.shipmentId, one!.shipment.id))
  const at = testShop.services.clock()
  const kinds = kind === 'returned' ? (['returning', 'returned'] as const) : ([kind] as const)
  await testShop.db.transaction((tx) =>
    recordNews(testShop.services, tx, one!.shipment.id, {
      events: kinds.map((each, index) => ({
        parcelId: parcel!.id,
        at: new Date(at.getTime() + index),
        source: 'carrier' as const,
        kind: each,
      })),
    }),
  )
  expect((await shipmentNow(testShop, one!.shipment.id)).state).toBe(kind)
  return one!
}

type Box = Awaited<ReturnType<typeof boxThatIs>>

const changed = { status: 409, sentence: 'The shipment changed in the meantime.' }

const buyerOf = ({ order }: Box) => ({ userId: order.userId!, number: order.number })

const flagsOf = async ({ order }: Box) =>
  (await testShop.db.select().from(orderFlags).where(eq(orderFlags.orderId, order.id))).map(
    ({ reason }) => reason,
  )

const copiesOf = ({ shipment }: Box) =>
  testShop.db.select().from(shipments).where(eq(shipments.replaces, shipment.id))

const refundsOf = ({ order }: Box) =>
  testShop.db.select().from(refunds).where(eq(refunds.orderId, order.id))

/** While refunds and replacements of more than that need a second person. */
async function withLimit<Done>(refundOverCents: number, act: () => Promise<Done>): Promise<Done> {
  await testShop.db.insert(approvalRules).values({ refundOverCents })
  try {
    return await act()
  } finally {
    await testShop.db.delete(approvalRules)
  }
}

/** Staff who are the buyer of the box. */
const asBuyer = ({ order }: Box) => ({ ...staff, id: order.userId! })

const setOrder = ({ order }: Box, columns: Partial<typeof orders.$inferInsert>) =>
  testShop.db.update(orders).set(columns).where(eq(orders.id, order.id))

async function reportReturned({ shipment }: Box) {
  const { db, services } = testShop
  const [parcel] = await db.select().from(parcels).where(eq(parcels.shipmentId, shipment.id))
  const news = { parcelId: parcel!.id, source: 'carrier', kind: 'returned' } as const
  const at = new Date(services.clock().getTime() + 1_000)
  await db.transaction((tx) => recordNews(services, tx, shipment.id, { events: [{ ...news, at }] }))
  expect((await shipmentNow(testShop, shipment.id)).state).toBe('returned')
}

describe('a returned box', () => {
  test('is refunded by the buyer’s choice: the wine and its tax, to the cent', async () => {
    const box = await boxThatIs('returned')
    const shipmentId = box.shipment.id
    const choose = () =>
      chooseReturn(testShop.services, buyerOf(box), { shipmentId, choice: 'refund' })
    expect(await choose()).toEqual({ ok: true })
    expect(await choose()).toEqual({ ok: false, reason: 'settled' })
    expect(await refundsOf(box)).toEqual([])
    const { number } = box.shipment
    expect(await shipAgain(testShop.services, staff, { number })).toMatchObject(changed)
    const receive = () => receiveBack(testShop.services, staff, { number })
    expect((await Promise.all([receive(), receive()])).filter(({ ok }) => ok)).toHaveLength(1)
    const [refund, ...others] = await refundsOf(box)
    expect(others).toEqual([])
    const { subtotalCents, taxCents } = box.order
    expect(refund!.amountCents).toBe(subtotalCents + taxCents)
    expect(refund!.reason).toMatch(/\$[\d,.]+ for the wine and \$[\d,.]+ for its tax/)
  })

  test('is refunded no more of a line’s tax than an earlier box of it left', async () => {
    const box = await boxThatIs('returned')
    const { order } = box
    const [line] = await orderLinesOf(testShop.db, order.id)
    await testShop.db.insert(refunds).values({
      orderId: order.id,
      requestKey: 'return:another-box',
      cause: 'staff',
      state: 'made',
      amountCents: 1,
      requestedBy: order.email,
      reason: 'Its half of the tax, rounded up.',
      purpose: {
        wines: { [line!.productId]: { units: 0, wineCents: 0, taxCents: 1 } },
        shippingCents: 0,
        goodwillCents: 0,
      },
    })
    await receiveBack(testShop.services, staff, { number: box.shipment.number })
    const choice = { shipmentId: box.shipment.id, choice: 'refund' } as const
    expect(await chooseReturn(testShop.services, buyerOf(box), choice)).toEqual({ ok: true })
    const made = (await refundsOf(box)).find(({ requestKey }) =>
      requestKey.includes(box.shipment.id),
    )
    expect(made?.amountCents).toBe(order.subtotalCents + order.taxCents - 1)
  })

  test('is refunded at once where its buyer chooses after it was received', async () => {
    const box = await boxThatIs('returned')
    const { id: shipmentId, number } = box.shipment
    expect(await receiveBack(testShop.services, staff, { number })).toMatchObject({ ok: true })
    const choose = (choice: 'collect' | 'refund' = 'refund') =>
      chooseReturn(testShop.services, buyerOf(box), { shipmentId, choice })
    // Its wine is in stock again.
    expect(await choose('collect')).toEqual({ ok: false, reason: 'settled' })
    expect(await choose()).toEqual({ ok: true })
    expect(await choose()).toEqual({ ok: false, reason: 'settled' })
    const { subtotalCents, taxCents } = box.order
    expect(await refundsOf(box)).toMatchObject([{ amountCents: subtotalCents + taxCents }])
  })

  test('is asked about where it was received before its buyer chose', async () => {
    const box = await boxThatIs('returned')
    const { id, number } = box.shipment
    expect(await receiveBack(testShop.services, staff, { number })).toMatchObject({ ok: true })
    const longAgo = new Date(testShop.services.clock().getTime() - 15 * 24 * 60 * 60_000)
    await testShop.db.update(shipments).set({ returnedAt: longAgo }).where(eq(shipments.id, id))
    await remindOfShipments(testShop.services)
    expect(await emailsTo(testShop, box.order.email, 'order-returned')).toHaveLength(2)
    expect(await flagsOf(box)).toEqual(['return-unanswered'])
    const choose = (choice: 'collect' | 'refund') =>
      chooseReturn(testShop.services, buyerOf(box), { shipmentId: id, choice })
    // Its wine is in stock again.
    expect(await choose('collect')).toEqual({ ok: false, reason: 'settled' })
    expect(await choose('refund')).toEqual({ ok: true })
    expect(await refundsOf(box)).toHaveLength(1)
  })

  test('worth more than one person may refund is left to staff who refund with a second person', async () => {
    const box = await boxThatIs('returned')
    const { id: shipmentId, number } = box.shipment
    const choice = { shipmentId, choice: 'refund' as const }
    expect(await chooseReturn(testShop.services, buyerOf(box), choice)).toEqual({ ok: true })
    await withLimit(10_000, () => receiveBack(testShop.services, staff, { number }))
    expect(await refundsOf(box)).toEqual([])
    expect(await flagsOf(box)).toEqual(['return-refund-waits'])
    expect((await shipmentNow(testShop, shipmentId)).settledAt).not.toBeNull()
  })

  test('is left to staff where they refunded part of its order before', async () => {
    const box = await boxThatIs('returned')
    await testShop.db.insert(refunds).values({
      orderId: box.order.id,
      requestKey: `staff:${box.order.id}:goodwill`,
      cause: 'staff',
      state: 'made',
      amountCents: 1_000,
    })
    const { id: shipmentId, number } = box.shipment
    const choice = { shipmentId, choice: 'refund' as const }
    expect(await chooseReturn(testShop.services, buyerOf(box), choice)).toEqual({ ok: true })
    expect(await receiveBack(testShop.services, staff, { number })).toMatchObject({ ok: true })
    expect(await refundsOf(box)).toHaveLength(1)
    expect(await flagsOf(box)).toEqual(['return-refund-waits'])
  })

  test('leaves nothing to staff where its whole order was refunded since its buyer chose', async () => {
    const box = await boxThatIs('returned')
    const { id: shipmentId, number } = box.shipment
    const choice = { shipmentId, choice: 'refund' as const }
    expect(await chooseReturn(testShop.services, buyerOf(box), choice)).toEqual({ ok: true })
    await testShop.db.insert(refunds).values({
      ...{ orderId: box.order.id, requestKey: `staff:${box.order.id}:all`, cause: 'staff' },
      ...{ state: 'made', amountCents: box.order.totalCents },
    })
    expect(await receiveBack(testShop.services, staff, { number })).toMatchObject({ ok: true })
    expect(await refundsOf(box)).toHaveLength(1)
    expect(await flagsOf(box)).toEqual([])
    expect((await shipmentNow(testShop, shipmentId)).settledAt).not.toBeNull()
  })

  test('is left to staff where less than its wine and tax is left of the payment', async () => {
    const box = await boxThatIs('returned')
    await testShop.db.insert(refunds).values({
      ...{ orderId: box.order.id, requestKey: `provider:${box.order.id}`, cause: 'provider' },
      ...{ state: 'made', amountCents: box.order.shippingCents + 1 },
    })
    const { id: shipmentId, number } = box.shipment
    const choice = { shipmentId, choice: 'refund' as const }
    expect(await chooseReturn(testShop.services, buyerOf(box), choice)).toEqual({ ok: true })
    expect(await receiveBack(testShop.services, staff, { number })).toMatchObject({ ok: true })
    expect(await refundsOf(box)).toHaveLength(1)
    expect(await flagsOf(box)).toEqual(['return-refund-waits'])
  })

  test('is nobody else’s to choose about', async () => {
    const [mine, other] = [await boxThatIs('returned'), await boxThatIs('returned')]
    const choice = { shipmentId: mine.shipment.id, choice: 'collect' as const }
    expect(await chooseReturn(testShop.services, buyerOf(other), choice)).toMatchObject({
      reason: 'gone',
    })
    expect(await chooseReturn(testShop.services, buyerOf(mine), choice)).toEqual({ ok: true })
    expect(await flagsOf(mine)).toEqual(['collect-returned'])
    expect(await copiesOf(mine)).toMatchObject([{ method: 'pickup', state: 'ready', shipTo: null }])
  })

  test('goes out again without charge, once, and the stock stays as it is', async () => {
    const box = await boxThatIs('returned')
    const stock = async () =>
      testShop.db.select({ stock: products.stock, sold: products.sold }).from(products)
    const before = await stock()
    const again = () => shipAgain(testShop.services, staff, { number: box.shipment.number })
    const both = await Promise.all([again(), again()])
    expect(both.filter(({ ok }) => ok)).toHaveLength(1)
    const [copy, ...others] = await copiesOf(box)
    expect(others).toEqual([])
    expect(copy).toMatchObject({ kind: 'reshipment', state: 'ready' })
    expect(await stock()).toEqual(before)
    expect(await emailsTo(testShop, box.order.email, 'order-reshipped')).toHaveLength(1)
    const { number } = box.shipment
    expect(await receiveBack(testShop.services, staff, { number })).toMatchObject(changed)
    expect(await stock()).toEqual(before)
  })

  test('is asked about after a week, and staff are told after two, once each', async () => {
    const box = await boxThatIs('returned')
    const reminders = async () =>
      (await emailsTo(testShop, box.order.email, 'order-returned')).length
    const answered = await boxThatIs('returned')
    const choice = { shipmentId: answered.shipment.id, choice: 'refund' } as const
    await chooseReturn(testShop.services, buyerOf(answered), choice)
    await remindOfShipments(testShop.services)
    expect(await reminders()).toBe(1)
    testShop.pass(7 * 24 * 60 + 1)
    await remindOfShipments(testShop.services)
    await remindOfShipments(testShop.services)
    expect(await reminders()).toBe(2)
    expect(await flagsOf(box)).toEqual([])
    testShop.pass(7 * 24 * 60 + 1)
    await remindOfShipments(testShop.services)
    expect(await flagsOf(box)).toEqual(['return-unanswered'])
    // Who has answered is not asked again, before the box is here too.
    expect(await emailsTo(testShop, answered.order.email, 'order-returned')).toHaveLength(1)
    expect(await flagsOf(answered)).toEqual([])
    // Once the bank is asked to take the payment back, there is nothing left to call about.
    await setOrder(box, { state: 'disputed' })
    await remindOfShipments(testShop.services)
    const open = and(eq(orderFlags.orderId, box.order.id), isNull(orderFlags.resolvedAt))
    expect(await testShop.db.$count(orderFlags, open)).toBe(0)
  })

  test('is asked about also behind hundreds that stay unanswered, and looked at once more only with reason', async () => {
    const { db, services } = testShop
    const refunded = await boxThatIs('returned')
    await setOrder(refunded, { state: 'disputed' })
    await db.execute(sql`
      insert into shipments (order_id, kind, state, method, to_state, to_zip, returned_at)
      select ${refunded.order.id}, 'replacement', 'returned', 'ground', 'TX', '78701',
        ${services.clock().toISOString()}::timestamptz from generate_series(1, 210)`)
    const box = await boxThatIs('returned')
    const due = async (days: number) => {
      const now = services.clock().getTime() + days * 86_400_000
      const [asked, late] = [new Date(now - 7 * 86_400_000), new Date(now - 14 * 86_400_000)]
      const all = await unansweredSince(db, { asked, late })
      return all.filter(({ id }) => id === box.shipment.id).length
    }
    expect([await due(6.9), await due(7.1)]).toEqual([0, 1])
    testShop.pass(7 * 24 * 60 + 1)
    await remindOfShipments(services)
    expect(await emailsTo(testShop, box.order.email, 'order-returned')).toHaveLength(2)
    expect([await due(0), await due(6.9), await due(7.1)]).toEqual([0, 0, 1])
    testShop.pass(7 * 24 * 60 + 1)
    await remindOfShipments(services)
    expect(await flagsOf(box)).toEqual(['return-unanswered'])
    // The flag ends once nothing is owed any more.
    expect(await due(0)).toBe(1)
    await db
      .update(orderFlags)
      .set({ resolvedAt: services.clock() })
      .where(eq(orderFlags.orderId, box.order.id))
    expect(await due(0)).toBe(0)
    await db.execute(sql`delete from shipments where order_id = ${refunded.order.id}
      and kind = 'replacement'`)
  })

  test('is not asked about where the payment is disputed or refunded', async () => {
    const disputed = await boxThatIs('returning')
    await setOrder(disputed, { state: 'disputed' })
    await reportReturned(disputed)
    const refunded = await boxThatIs('returned')
    await testShop.db.insert(refunds).values({
      orderId: refunded.order.id,
      requestKey: refunded.order.id,
      cause: 'provider',
      state: 'made',
      amountCents: refunded.order.totalCents,
    })
    testShop.pass(15 * 24 * 60)
    await remindOfShipments(testShop.services)
    const asked = async (box: Box) =>
      (await emailsTo(testShop, box.order.email, 'order-returned')).length
    // The refunded one's first email was sent before the refund.
    expect([await asked(disputed), await asked(refunded)]).toEqual([0, 1])
    expect([await flagsOf(disputed), await flagsOf(refunded)]).toEqual([[], []])
  })
})

describe('a lost box', () => {
  test('is not replaced out of promised wine: a refund is the way', async () => {
    const box = await boxThatIs('lost')
    expect(await flagsOf(box)).toEqual(['shipment-lost'])
    const [line] = await testShop.db
      .select()
      .from(orderLines)
      .where(eq(orderLines.orderId, box.order.id))
    const its = eq(products.id, line!.productId)
    await testShop.db.update(products).set({ stock: 5, held: 0, sold: 0, promised: 5 }).where(its)
    const { number } = box.shipment
    const replace = () => replaceShipment(testShop.services, staff, { number })
    expect(await replace()).toMatchObject({
      status: 409,
      sentence: expect.stringContaining('There is no free wine for a replacement.'),
    })
    expect(await copiesOf(box)).toEqual([])
    await testShop.db.update(products).set({ stock: 9, promised: 5 }).where(its)
    expect(await replace()).toMatchObject({ ok: true })
    const [row] = await testShop.db.select().from(products).where(its)
    expect(row!.stock).toBe(9 - line!.quantity)
    await testShop.db.update(products).set({ stock: null, promised: 0 }).where(its)
    expect(await copiesOf(box)).toMatchObject([{ kind: 'replacement', state: 'ready' }])
    expect(await replace()).toMatchObject(changed)
  })
})

describe('the replacement of a lost box', () => {
  async function replaced() {
    const box = await boxThatIs('lost')
    await setStock(testShop.db, wine, 1_000)
    const { number } = box.shipment
    expect(await replaceShipment(testShop.services, staff, { number })).toMatchObject({ ok: true })
    expect(await copiesOf(box)).toMatchObject([{ kind: 'replacement', state: 'ready' }])
    return box
  }
  async function refund({ order }: Box, amountCents: number, stockBack: Record<string, number>) {
    const { db, services } = testShop
    const request = { cause: 'staff', requestKey: randomUUID() } as const
    await db.insert(refunds).values({ orderId: order.id, ...request, amountCents, stockBack })
    await db.transaction((tx) => followRefunds(tx, order, services.clock()))
  }

  test('does not go once its wine is refunded and back in the stock', async () => {
    const { db } = testShop
    const box = await replaced()
    const [line] = await db.select().from(orderLines).where(eq(orderLines.orderId, box.order.id))
    await refund(box, 48_263, { [line!.productId]: line!.quantity })
    expect(await copiesOf(box)).toMatchObject([{ kind: 'replacement', state: 'cancelled' }])
    // No other box is made in its place.
    const all = await db.select().from(shipments).where(eq(shipments.orderId, box.order.id))
    expect(all.map(({ state }) => state).toSorted()).toEqual(['cancelled', 'lost'])
  })

  test('goes where only money is refunded', async () => {
    const box = await replaced()
    await refund(box, 1_000, {})
    expect(await copiesOf(box)).toMatchObject([{ kind: 'replacement', state: 'ready' }])
  })
})

describe('a replacement worth more than one person may refund', () => {
  const colleague = async (...duties: Duty[]): Promise<StaffMember> => {
    const { id, email } = await aMember(testShop.db, { lastName: 'Staff' })
    await testShop.db.execute(sql`update users set role = 'staff' where id = ${id}`)
    // Staff without any duty are made owners.
    await testShop.db.delete(staffDuties).where(eq(staffDuties.userId, id))
    for (const duty of duties) await testShop.db.insert(staffDuties).values({ userId: id, duty })
    return { id, email, role: 'staff', duties }
  }
  const approvalOf = async ({ order }: Box) =>
    (await testShop.db.select().from(approvals).where(eq(approvals.subject, order.id))).at(-1)!

  test('waits for a second person, and is made once they approve', async () => {
    const [shipper, support] = [await colleague('shipping'), await colleague('support')]
    const box = await boxThatIs('damaged')
    const { number } = box.shipment
    const ask = () => replaceShipment(testShop.services, shipper, { number })
    const result = await withLimit(10_000, ask)
    expect(result).toMatchObject({
      said: { sentence: expect.stringContaining('has 24 hours to approve the replacement') },
    })
    expect(await copiesOf(box)).toEqual([])
    expect(await withLimit(10_000, ask)).toMatchObject({ status: 409 })
    const { id, amountCents } = await approvalOf(box)
    expect(amountCents).toBe(box.order.subtotalCents + box.order.taxCents)
    const approve = (viewer: StaffMember) =>
      approveRefund(testShop.services, viewer, { approval: id, number: box.order.number })
    expect(await approve(shipper)).toMatchObject({ ok: false })
    expect(await approve(support)).toMatchObject({ ok: true })
    expect(await copiesOf(box)).toMatchObject([{ kind: 'replacement' }])
    expect(await approve(support)).toMatchObject({ ok: false })
    expect(await copiesOf(box)).toHaveLength(1)
  })

  test('is not made once who asked for it has another duty than shipping', async () => {
    const [former, support] = [await colleague('shipping'), await colleague('support')]
    const box = await boxThatIs('damaged')
    const { number } = box.shipment
    await withLimit(10_000, () => replaceShipment(testShop.services, former, { number }))
    await testShop.db
      .update(staffDuties)
      .set({ duty: 'support' })
      .where(eq(staffDuties.userId, former.id))
    const { id } = await approvalOf(box)
    const approving = { approval: id, number: box.order.number }
    expect(await approveRefund(testShop.services, support, approving)).toMatchObject({
      sentence: 'The person who asked no longer has the duty for it, so it cannot be approved.',
    })
    expect(await copiesOf(box)).toEqual([])
  })

  test('counts what was refunded and replaced of the order before', async () => {
    const box = await boxThatIs('lost')
    const worth = box.order.subtotalCents + box.order.taxCents
    const { number, id } = box.shipment
    await withLimit(worth, () => replaceShipment(testShop.services, staff, { number }))
    const [copy, ...others] = await copiesOf(box)
    expect(others).toEqual([])
    expect(copy).toMatchObject({ kind: 'replacement', replaces: id })
    await testShop.db.update(shipments).set({ state: 'lost' }).where(eq(shipments.id, copy!.id))
    const again = () => replaceShipment(testShop.services, staff, { number: copy!.number })
    await withLimit(worth, again)
    expect(await copiesOf({ ...box, shipment: copy! })).toEqual([])
    expect(await approvalOf(box)).toMatchObject({ state: 'open', amountCents: worth })
  })
})

describe('staff with a box of their own', () => {
  const own = 'This order belongs to you or to an account merged with yours.'
  const refused = { ok: false, status: 409, sentence: expect.stringContaining(own) }
  const withReason = ({ shipment: { number } }: Box) => ({ number, reason: 'Because' })

  test('don’t mark, receive, replace, hold or settle it, nor follow it up or claim for it', async () => {
    const [arrived, lost, back] = [
      await boxThatIs('delivered'),
      await boxThatIs('lost'),
      await boxThatIs('returned'),
    ]
    const { services } = testShop
    for (const mark of [markLost, markDamaged, markReturned]) {
      expect(await mark(services, asBuyer(arrived), withReason(arrived))).toMatchObject(refused)
    }
    for (const act of [replaceShipment, settleOtherwise, askCarrier, holdShipment]) {
      expect(await act(services, asBuyer(lost), withReason(lost))).toMatchObject(refused)
    }
    for (const act of [receiveBack, shipAgain]) {
      expect(await act(services, asBuyer(back), withReason(back))).toMatchObject(refused)
    }
    expect((await shipmentNow(testShop, arrived.shipment.id)).state).toBe('delivered')
    expect(await copiesOf(lost)).toEqual([])
    expect((await shipmentNow(testShop, back.shipment.id)).receivedAt).toBeNull()
  })

  test('nor let it be collected, propose times, end its hold, or resolve its flag', async () => {
    const { services, db } = testShop
    const [box] = await shipmentsTo(testShop, staff, 'TX', 1)
    const { number } = box!.shipment
    const collecting = { number, checked: 'yes', document: 'passport', place: '' }
    expect(await markCollected(services, asBuyer(box!), collecting)).toMatchObject(refused)
    for (const act of [markMissed, proposePickup]) {
      expect(await act(services, asBuyer(box!), { number })).toMatchObject(refused)
    }
    expect(await holdShipment(services, staff, withReason(box!))).toMatchObject({ ok: true })
    const [hold] = await db
      .select()
      .from(shipmentHolds)
      .where(eq(shipmentHolds.shipmentId, box!.shipment.id))
    const ending = { group: hold!.groupId }
    expect(await endHold(services, asBuyer(box!), ending)).toMatchObject(refused)
    const [other] = await shipmentsTo(testShop, staff, 'TX', 1)
    const elsewhere = { ...ending, number: other!.shipment.number }
    expect(await endHold(services, staff, elsewhere)).toMatchObject({ ok: false, status: 404 })
    expect(await endHold(services, staff, { ...ending, number })).toMatchObject({
      done: { isEnded: true },
    })
    const [flag] = await db
      .insert(orderFlags)
      .values({ orderId: box!.order.id, reason: 'address-differs' })
      .returning()
    const resolving = { number: box!.order.number, flag: flag!.id }
    const buyer = { ...asBuyer(box!), duties: ['owner' as const] }
    expect(await resolveFlag(services, buyer, resolving)).toMatchObject(refused)
    const owner = { ...staff, duties: ['owner' as const] }
    expect(await resolveFlag(services, owner, resolving)).toMatchObject({ ok: true })
  })

  test('nor take it out of its handover, so that its buyer can cancel it, or name its tracking number', async () => {
    const { services } = testShop
    const [box] = await shipmentsTo(testShop, staff, 'TX', 1)
    const { number } = box!.shipment
    expect(await sendHandover(testShop, staff, [number])).toMatchObject({ ok: true })
    const undoing = { number, reason: 'Wrong pallet.' }
    expect(await undoHandover(services, asBuyer(box!), undoing)).toMatchObject(refused)
    const row = `S-${number},UPS,1Z999AA1${String(number).padStart(10, '0')},`
    const file = new File([`shipment,carrier,tracking number,shipped\n${row}\n`], 'boxes.csv')
    const imported = await importTracking(services, asBuyer(box!), { file })
    expect(imported).toMatchObject({
      done: { isDone: false, good: 0, refused: [{ line: 2, why: 'own-order' }] },
    })
    expect((await shipmentNow(testShop, box!.shipment.id)).state).toBe('handed-over')
    expect(await importTracking(services, staff, { file })).toMatchObject({ done: { good: 1 } })
    expect(await undoHandover(services, staff, undoing)).toMatchObject({ ok: true })
  })

  test('nor one of an account that was merged with theirs, or that has their address', async () => {
    const box = await boxThatIs('delivered')
    const { services, db } = testShop
    const other = { ...staff, id: (await aMember(db)).id! }
    await db.insert(personMerges).values({
      requestKey: box.order.id,
      fromUser: box.order.userId,
      intoUser: other.id,
      by: 'owner@example.com',
      moved: {} as never,
      undoUntil: new Date(),
      undoneAt: new Date(),
    })
    expect(await markLost(services, other, withReason(box))).toMatchObject(refused)
    const third = await aMember(db)
    await setOrder(box, { userId: null, email: third.email.toUpperCase() })
    const namesake = { ...staff, id: third.id! }
    expect(await markLost(services, namesake, withReason(box))).toMatchObject(refused)
    // A guest's order with the second address that a merge left.
    const fourth = { ...staff, id: (await aMember(db)).id! }
    await db.insert(userEmails).values({ email: 'second@example.com', userId: fourth.id })
    await setOrder(box, { userId: null, email: 'Second@example.com' })
    expect(await markLost(services, fourth, withReason(box))).toMatchObject(refused)
    expect(await markLost(services, staff, withReason(box))).toMatchObject({ ok: true })
  })
})

describe('a box that was settled outside the shop', () => {
  const settle = (box: Box, reason = 'Paid back by check 118') =>
    settleOtherwise(testShop.services, staff, { number: box.shipment.number, reason })

  test('of an order without a payment here ends its task, once, and moves no money or stock', async () => {
    const box = await boxThatIs('returned')
    expect(box.order.paymentIntentId).toBe(null)
    const stock = () => testShop.db.select({ sold: products.sold }).from(products)
    const [before, taskOf] = [
      await stock(),
      async () =>
        (await testShop.db.select().from(tasks).where(eq(tasks.subject, box.shipment.id))).map(
          ({ state }) => state,
        ),
    ]
    expect(await taskOf()).toEqual(['open'])
    const noReason = { errors: { reason: 'A reason of at most 200 characters, please.' } }
    expect(await settle(box, ' ')).toMatchObject(noReason)
    expect(await settle(box, 'x'.repeat(201))).toMatchObject(noReason)
    const both = await Promise.all([settle(box), settle(box)])
    expect(both.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await taskOf()).toEqual(['done'])
    expect(await stock()).toEqual(before)
    const ofOrder = eq(refunds.orderId, box.order.id)
    expect(await testShop.db.$count(refunds, ofOrder)).toBe(0)
    const events = await eventsNow(testShop, box.shipment.id)
    expect(events.filter(({ kind }) => kind === 'settled')).toMatchObject([
      { source: 'staff', text: 'Paid back by check 118' },
    ])
    const choice = { shipmentId: box.shipment.id, choice: 'refund' as const }
    expect(await chooseReturn(testShop.services, buyerOf(box), choice)).toMatchObject({
      reason: 'settled',
    })
    const { number } = box.shipment
    expect(await shipAgain(testShop.services, staff, { number })).toMatchObject(changed)
    expect(await receiveBack(testShop.services, staff, { number })).toMatchObject({ ok: true })
  })

  test('needs no answer of its buyer any more', async () => {
    const box = await boxThatIs('returned')
    testShop.pass(15 * 24 * 60)
    await remindOfShipments(testShop.services)
    expect(await flagsOf(box)).toEqual(['return-unanswered'])
    expect(await settle(box)).toMatchObject({ ok: true })
    const open = and(eq(orderFlags.orderId, box.order.id), isNull(orderFlags.resolvedAt))
    expect(await testShop.db.$count(orderFlags, open)).toBe(0)
  })

  test('is not refunded once more when it is received, though its buyer chose that before', async () => {
    const box = await boxThatIs('returned')
    const { id: shipmentId, number } = box.shipment
    const choice = { shipmentId, choice: 'refund' as const }
    expect(await chooseReturn(testShop.services, buyerOf(box), choice)).toEqual({ ok: true })
    expect(await settle(box)).toMatchObject({ ok: true })
    expect(await receiveBack(testShop.services, staff, { number })).toMatchObject({ ok: true })
    expect(await refundsOf(box)).toEqual([])
    expect(await flagsOf(box)).toEqual([])
  })

  test('can be lost or damaged, and is neither under way nor for others than staff', async () => {
    expect(await settle(await boxThatIs('lost'))).toMatchObject({ ok: true })
    expect(await settle(await boxThatIs('damaged'))).toMatchObject({ ok: true })
    const box = await boxThatIs('shipped')
    expect(await settle(box)).toMatchObject(changed)
    const support = { ...staff, duties: ['support' as const] }
    const request = { number: box.shipment.number, reason: 'Paid' }
    expect(await settleOtherwise(testShop.services, support, request)).toMatchObject({
      status: 403,
    })
  })
})

test('a buyer is told of neither once the order is refunded in full, and of both after a part of it', async () => {
  const day = 24 * 60 * 60_000
  const now = testShop.services.clock().getTime()
  const soon = {
    depotUntil: new Date(now + day / 2),
    expectedOn: new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles' }).format(
      new Date(now + day),
    ),
  }
  const told = async (left: number) => {
    const boxes = [await boxThatIs('attempted'), await boxThatIs('out')]
    for (const { order, shipment } of boxes) {
      await testShop.db.update(shipments).set(soon).where(eq(shipments.id, shipment.id))
      await testShop.db.insert(refunds).values({
        ...{ orderId: order.id, requestKey: randomUUID(), cause: 'staff', state: 'requested' },
        amountCents: order.totalCents - left,
      })
    }
    await remindOfShipments(testShop.services)
    const [depot, arriving] = boxes
    return [
      (await emailsTo(testShop, depot!.order.email, 'order-at-depot')).filter(
        ({ props }) => (props as { isReminder?: boolean }).isReminder,
      ).length,
      (await emailsTo(testShop, arriving!.order.email, 'order-arriving-tomorrow')).length,
    ]
  }
  expect(await told(0)).toEqual([0, 0])
  expect(await told(1)).toEqual([1, 1])
})

test('a buyer is told the day before the delivery, and the day before a depot lets go', async () => {
  const box = await boxThatIs('attempted')
  const its = and(eq(shipments.id, box.shipment.id))
  const minute = 60_000
  const letGoIn = (minutes: number) => {
    const depotUntil = new Date(testShop.services.clock().getTime() + minutes * minute)
    return testShop.db.update(shipments).set({ depotUntil }).where(its)
  }
  // Its last day is over, such as in news that came late.
  await letGoIn(-24 * 60)
  await remindOfShipments(testShop.services)
  await letGoIn(24 * 60 + 5)
  await remindOfShipments(testShop.services)
  expect(await emailsTo(testShop, box.order.email, 'order-at-depot')).toEqual([])
  await letGoIn(24 * 60 - 5)
  await remindOfShipments(testShop.services)
  await remindOfShipments(testShop.services)
  const reminders = await emailsTo(testShop, box.order.email, 'order-at-depot')
  expect(reminders.map(({ props }) => props)).toMatchObject([{ isReminder: true }])
  const tomorrow = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles' }).format(
    new Date(testShop.services.clock().getTime() + 24 * 60 * 60_000),
  )
  await testShop.db.update(shipments).set({ state: 'out', expectedOn: tomorrow }).where(its)
  await remindOfShipments(testShop.services)
  await remindOfShipments(testShop.services)
  expect(await emailsTo(testShop, box.order.email, 'order-arriving-tomorrow')).toHaveLength(1)
})

test('tomorrow is that of the shop, also in its evening when it is tomorrow by UTC', async () => {
  const box = await boxThatIs('out')
  const its = eq(shipments.id, box.shipment.id)
  // Monday, November 9, 2026, at six in the evening in Los Angeles.
  const evening = { ...testShop.services, clock: () => new Date('2026-11-10T02:00:00Z') }
  const told = async (expectedOn: string) => {
    await testShop.db.update(shipments).set({ expectedOn }).where(its)
    await remindOfShipments(evening)
    return (await emailsTo(testShop, box.order.email, 'order-arriving-tomorrow')).length
  }
  expect(await told('2026-11-11')).toBe(0)
  expect(await told('2026-11-10')).toBe(1)
})

test.each([
  ['returned', 'return-unanswered', [], shipAgain],
  ['lost', 'shipment-lost', ['replaced'], replaceShipment],
  ['damaged', 'shipment-damaged', ['replaced'], replaceShipment],
] as const)(
  'a box that is %s ends its flag %s when it is sent anew',
  async (kind, reason, told, act) => {
    const box = await boxThatIs(kind)
    const { id, number } = box.shipment
    await testShop.db
      .insert(orderFlags)
      .values({ orderId: box.order.id, reason, source: id })
      .onConflictDoNothing()
    const openFlags = () =>
      testShop.db.$count(
        orderFlags,
        and(eq(orderFlags.orderId, box.order.id), isNull(orderFlags.resolvedAt)),
      )
    expect(await openFlags()).toBe(1)
    expect(await act(testShop.services, staff, { number })).toMatchObject({ ok: true })
    expect(await openFlags()).toBe(0)
    const events = await eventsNow(testShop, id)
    expect(
      events.filter(({ kind: one }) => one === 'replaced').map(({ kind: one }) => one),
    ).toEqual(told)
  },
)

test('a returned box is to be answered by the day of the shop on which its two weeks end', async () => {
  const { order, shipment } = await boxThatIs('returned')
  const answerBy = (returnedAt: string) => {
    const returned = { ...shipment, returnedAt: new Date(returnedAt) }
    return returnedMail(testShop.services, order, returned, false).mail.props
  }
  // The last second of November 9 in Los Angeles, and the first of the next day.
  expect(answerBy('2026-11-10T07:59:59Z')).toMatchObject({ answerBy: 'Monday, November 23' })
  expect(answerBy('2026-11-10T08:00:00Z')).toMatchObject({ answerBy: 'Tuesday, November 24' })
})

test('the email of a box that goes out again names its town and state, or what is known of them', async () => {
  const [whole, bare] = [await boxThatIs('returned'), await boxThatIs('returned')]
  await testShop.db
    .update(shipments)
    .set({ shipTo: null })
    .where(eq(shipments.id, bare.shipment.id))
  const toldOf = async (box: Box) => {
    const { number } = box.shipment
    expect(await shipAgain(testShop.services, staff, { number })).toMatchObject({ ok: true })
    return (await emailsTo(testShop, box.order.email, 'order-reshipped')).map(({ props }) => props)
  }
  expect(await toldOf(whole)).toMatchObject([{ service: 'Ground shipping', to: 'Austin, TX' }])
  expect(await toldOf(bare)).toMatchObject([{ to: 'TX' }])
})

test.each([
  [
    'returned',
    'sent again',
    ({ shipment }: Box) => shipAgain(testShop.services, staff, { number: shipment.number }),
  ],
  [
    'returned',
    'collected',
    (box: Box) => {
      const choice = { shipmentId: box.shipment.id, choice: 'collect' } as const
      return chooseReturn(testShop.services, buyerOf(box), choice)
    },
  ],
  [
    'lost',
    'replaced',
    ({ shipment }: Box) => replaceShipment(testShop.services, staff, { number: shipment.number }),
  ],
] as const)('a %s box is not %s whose payment is disputed meanwhile', async (kind, _how, act) => {
  const box = await boxThatIs(kind)
  const { id } = box.order
  const done = await afterChange<unknown>(
    testShop.db,
    (tx) => tx.update(orders).set({ state: 'disputed' }).where(eq(orders.id, id)),
    () => act(box),
  )
  expect(done).toMatchObject({ ok: false })
  expect(await copiesOf(box)).toEqual([])
})

test('a returned box is not counted into stock that is received meanwhile', async () => {
  const box = await boxThatIs('returned')
  const { id, number } = box.shipment
  const stock = () => testShop.db.select({ sold: products.sold }).from(products)
  const before = await stock()
  const received = await afterChange(
    testShop.db,
    async (tx) => {
      await lockOrder(tx, box.order.id)
      await tx.update(shipments).set({ receivedAt: new Date() }).where(eq(shipments.id, id))
    },
    () => receiveBack(testShop.services, staff, { number }),
  )
  expect(received).toMatchObject(changed)
  expect(await stock()).toEqual(before)
})

test('staff don’t send a box again of which a case was refunded', async () => {
  const box = await boxThatIs('returned')
  await testShop.db
    .update(orderLines)
    .set({ returned: 1 })
    .where(eq(orderLines.orderId, box.order.id))
  const { number } = box.shipment
  expect(await shipAgain(testShop.services, staff, { number })).toMatchObject(changed)
  expect(await copiesOf(box)).toEqual([])
})

describe('a box whose address was wrong', () => {
  const right = {
    ...{ address: '7 Oak Street', addressExtra: '', city: 'San Francisco', state: 'CA' },
    zipCode: '94110',
  }
  const again = ({ shipment: { number } }: Box, typed: object) =>
    shipAgain(testShop.services, staff, { number, ...typed })

  test('goes to the other address that its buyer told staff, and states anew', async () => {
    const box = await boxThatIs('returned')
    expect(await again(box, { ...right, zipCode: '78701', onPhone: 'yes' })).toMatchObject({
      errors: { zipCode: 'This ZIP code is not in the state you chose.' },
    })
    expect(await again(box, { ...right, address: '', onPhone: 'yes' })).toMatchObject({
      errors: { address: expect.any(String) },
    })
    expect(await again(box, right)).toMatchObject({
      errors: { onPhone: 'Please read this to the buyer, who has to agree.' },
    })
    expect(await copiesOf(box)).toEqual([])
    expect(await again(box, { ...right, onPhone: 'yes' })).toMatchObject({ ok: true })
    const [copy] = await copiesOf(box)
    expect(copy).toMatchObject({
      ...{ kind: 'reshipment', method: 'ground', toState: 'CA', toZip: '94110' },
      shipTo: {
        ...right,
        name: box.shipment.shipTo!.name,
        statement:
          'I am 21 or older, I will sign for the delivery, and this wine is not for resale.',
        statementShown: { channel: 'phone', at: expect.any(String) },
      },
    })
    const [mail] = await emailsTo(testShop, box.order.email, 'order-reshipped')
    expect(mail!.props).toMatchObject({ to: 'San Francisco, CA' })
  })

  test('does not go where the law forbids it, and goes there once it is allowed', async () => {
    const box = await boxThatIs('returned')
    await stateRule(testShop.db, 'CA', {
      ...{ limitMl: 100, countedBy: 'person', countedIn: 'calendar-year' },
    })
    expect(await again(box, { ...right, onPhone: 'yes' })).toMatchObject({
      errors: {
        state: 'This is more wine than may go to California for you at the moment.',
      },
    })
    expect(await copiesOf(box)).toEqual([])
    await endRules(testShop.db, 'CA')
    expect(await again(box, { ...right, onPhone: 'yes' })).toMatchObject({ ok: true })
  })
})
