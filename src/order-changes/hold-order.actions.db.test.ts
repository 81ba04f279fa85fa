import { randomUUID } from 'node:crypto'

import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { tasks } from '#admin/today/tables.ts'
import { releases } from '#catalogue/on-sale/tables.ts'
import { orderLines, orders } from '#orders/order/tables.ts'
import { shopDates, writtenWeekday } from '#platform/text/dates.rules.ts'
import { lockHandovers } from '#shipping/holds/holds.store.server.ts'
import { recomputeReadiness } from '#shipping/readiness/recompute-readiness.actions.server.ts'
import { shipmentHolds, shipments } from '#shipping/tables.ts'
import { aRelease } from '#tests/harness/a-release.ts'
import type { StaffMember } from '#tests/harness/shipping.ts'
import {
  emailsTo,
  eventsNow,
  sendHandover,
  shipmentNow,
  shipmentsTo,
  shippingStaff,
} from '#tests/harness/shipping.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { openTestShop, setStock } from '#tests/harness/test-shop.ts'
import { waitingForLocks } from '#tests/harness/waiting-for-locks.ts'

import { changeEarliest } from './change-order.actions.server.ts'
import { holdOrderForBuyer } from './for-buyer.actions.server.ts'
import { holdOrder, remindOfHolds } from './hold-order.actions.server.ts'
import { orderChanges } from './tables.ts'
import { ownOrder, viewChanges } from './view-changes.actions.server.ts'

let testShop: TestShop
let staff: StaffMember

beforeAll(async () => {
  testShop = await openTestShop()
  staff = await shippingStaff(testShop)
})
afterAll(() => testShop.close())
beforeEach(() => setStock(testShop.db, 'malbec-2022', 10_000))

type Box = Awaited<ReturnType<typeof shipmentsTo>>[number]

const aBox = async () => (await shipmentsTo(testShop, staff, 'CA', 1))[0]!

const buyerOf = ({ order }: Box) => ({ id: order.userId!, email: order.email }) as never

const hold = (box: Box, choice: 'yes' | 'no', seen: number, key: string = randomUUID()) =>
  holdOrder(
    testShop.services,
    buyerOf(box),
    { number: String(box.order.number), seen: String(seen), hold: choice },
    { key },
  )

const viewed = async (box: Box) => {
  const number = String(box.order.number)
  const own = await ownOrder(testShop.services, buyerOf(box), { number })
  return viewChanges(testShop.services, own!)
}

const holdsOf = ({ shipment }: Box) =>
  testShop.db.select().from(shipmentHolds).where(eq(shipmentHolds.shipmentId, shipment.id))

/** Moves the beginning of a box's hold back by so many days. */
const heldSince = ({ shipment }: Box, days: number) =>
  testShop.db.execute(sql`update shipment_holds
    set "from" = now() - make_interval(days => ${days}) where shipment_id = ${shipment.id}`)

const support = { ...{ id: randomUUID(), email: 'support@example.com' }, role: 'staff' } as const

/** The same by staff, on the phone. */
const holdForBuyer = ({ order }: Box) =>
  holdOrderForBuyer(
    testShop.services,
    { ...support, duties: ['support'] },
    { number: String(order.number), seen: '0', hold: 'yes', onPhone: 'on' },
    { key: randomUUID() },
  )

test.each([
  ['by its buyer', (box: Box) => hold(box, 'yes', 0)],
  ['by staff for its buyer', holdForBuyer],
])('is too late for a box that is handed over meanwhile, %s', async (_by, act) => {
  const { db } = testShop
  const box = await aBox()
  const { holding } = await db.transaction(async (tx) => {
    await lockHandovers(tx)
    const waiting = act(box)
    await expect.poll(() => waitingForLocks(db)).toBe(1)
    await tx
      .update(shipments)
      .set({ state: 'handed-over' })
      .where(eq(shipments.id, box.shipment.id))
    return { holding: waiting }
  })
  expect(await holding).toMatchObject({ ok: false })
  expect(await holdsOf(box)).toEqual([])
})

test('keeps the box here until its buyer says so', async () => {
  const box = await aBox()
  expect(await hold(box, 'yes', 0)).toMatchObject({
    ok: true,
    said: {
      sentence: 'We are holding your order until you tell us to send it. We have emailed you.',
    },
  })
  expect(await shipmentNow(testShop, box.shipment.id)).toMatchObject({
    ...{ state: 'waiting', waitsFor: 'held' },
  })
  expect(await holdsOf(box)).toMatchObject([{ reason: 'customer', until: null, endedAt: null }])
  expect(await viewed(box)).toMatchObject({ isHeld: true, seen: 1 })
  expect(await sendHandover(testShop, staff, [box.shipment.number])).toMatchObject({ ok: false })
  expect(await hold(box, 'yes', 1)).toMatchObject({
    ok: false,
    sentence: 'It is already set this way.',
  })

  expect(await hold(box, 'no', 1)).toMatchObject({
    said: {
      sentence:
        'We no longer hold your order for you. It ships as soon as possible. We have emailed you.',
    },
  })
  expect(await shipmentNow(testShop, box.shipment.id)).toMatchObject({ state: 'ready' })
  expect(await viewed(box)).toMatchObject({ isHeld: false, seen: 2 })
  expect(
    (await eventsNow(testShop, box.shipment.id)).map(({ kind, text }) => [kind, text]),
  ).toEqual(
    expect.arrayContaining([
      ['changed', 'We are holding your order until you tell us to send it.'],
      ['changed', 'We no longer hold your order for you. It ships as soon as possible.'],
    ]),
  )
  expect(await emailsTo(testShop, box.order.email, 'order-changed')).toHaveLength(2)
})

test('is named before those of the weather, which ends earlier or came first', async () => {
  const box = await aBox()
  const held = async () => {
    const { heldBy } = await shipmentNow(testShop, box.shipment.id)
    const { rows } = await testShop.db.execute(
      sql`select reason, until from shipment_holds where id = ${heldBy}`,
    )
    return rows
  }
  const weather = { scope: 'shipment', shipmentId: box.shipment.id, reason: 'weather' } as const
  for (const until of [new Date('2099-12-03'), null]) {
    const from = new Date('2026-01-02')
    const one = { ...weather, from, until, createdAt: from, groupId: randomUUID(), by: 'Staff' }
    await testShop.db.insert(shipmentHolds).values(one)
  }
  await recomputeReadiness(testShop.services, { orderId: box.order.id })
  expect(await held()).toEqual([{ reason: 'weather', until: null }])
  await hold(box, 'yes', 0)
  expect(await held()).toEqual([{ reason: 'customer', until: null }])
  await hold(box, 'no', 1)
  expect(await held()).toEqual([{ reason: 'weather', until: null }])
})

test('ends without a promise to send the box before the day that its buyer chose', async () => {
  const box = await aBox()
  const { services } = testShop
  const dates = shopDates(services.settings.timeZone)
  const earliest = dates.isoDay(new Date(services.clock().getTime() + 30 * 24 * 60 * 60_000))
  const asked = { number: String(box.order.number), seen: '0', earliest }
  expect(await changeEarliest(services, buyerOf(box), asked, { key: randomUUID() })).toMatchObject({
    ok: true,
  })
  await hold(box, 'yes', 1)
  const day = writtenWeekday(earliest)
  expect(await hold(box, 'no', 2)).toMatchObject({
    said: {
      sentence: `We no longer hold your order for you. It ships on ${day} or soon after. We have emailed you.`,
    },
  })
  expect(await viewed(box)).toMatchObject({ isHeld: false, earliest })
  // A day that is over keeps nothing back, and is not shown.
  await testShop.db.execute(sql`update shipments
    set not_before = now() - interval '1 hour' where id = ${box.shipment.id}`)
  expect(await viewed(box)).toMatchObject({ earliest: null })
})

test('names the day of a release that staff have put off past the one that its buyer chose', async () => {
  const box = await aBox()
  const { services, db } = testShop
  const dates = shopDates(services.settings.timeZone)
  const ahead = (days: number) =>
    dates.isoDay(new Date(services.clock().getTime() + days * 24 * 60 * 60_000))
  const change = (earliest: string, seen: number) => {
    const asked = { number: String(box.order.number), seen: String(seen), earliest }
    return changeEarliest(services, buyerOf(box), asked, { key: randomUUID() })
  }
  expect(await change(ahead(20), 0)).toMatchObject({ ok: true })
  const { release } = await aRelease(db, { shipsFrom: ahead(40) })
  await db
    .update(orderLines)
    .set({ releaseId: release.id })
    .where(eq(orderLines.orderId, box.order.id))
  expect(await viewed(box)).toMatchObject({ earliest: ahead(40) })
  // What the page shows is how it is set already.
  expect(await change(ahead(40), 1)).toMatchObject({
    errors: { earliest: 'It is already set this way.' },
  })
  await hold(box, 'yes', 1)
  expect(await viewed(box)).toMatchObject({ isHeld: true, earliest: ahead(40) })
  expect(await hold(box, 'no', 2)).toMatchObject({
    said: {
      sentence: `We no longer hold your order for you. It ships on ${writtenWeekday(ahead(40))} or soon after. We have emailed you.`,
    },
  })
  // Brought forward again, the buyer's own day counts.
  await db
    .update(releases)
    .set({ shipsFrom: ahead(5) })
    .where(eq(releases.id, release.id))
  expect(await viewed(box)).toMatchObject({ earliest: ahead(20) })
})

test('is one hold, though the form is sent twice', async () => {
  const box = await aBox()
  const key = randomUUID()
  const both = await Promise.all([hold(box, 'yes', 0, key), hold(box, 'yes', 0, key)])
  expect(both).toMatchObject([{ ok: true }, { ok: true }])
  expect(await holdsOf(box)).toHaveLength(1)
})

test('can be ended after ten changes too, and not be made again', async () => {
  const box = await aBox()
  await hold(box, 'yes', 0)
  await testShop.db.insert(orderChanges).values(
    Array.from({ length: 9 }, (_, index) => ({
      ...{ orderId: box.order.id, requestKey: randomUUID(), kind: 'earliest' as const },
      ...{ before: { earliest: null }, after: { earliest: null }, by: 'customer' as const },
      at: new Date(index),
    })),
  )
  expect(await viewed(box)).toMatchObject({ whyNot: 'too-many', isHeld: true })
  expect(await hold(box, 'no', 10)).toMatchObject({ ok: true })
  expect(await hold(box, 'yes', 11)).toMatchObject({
    ...{ ok: false, sentence: expect.stringContaining('ten times') },
  })
})

test('of it and a handover at the same moment one wins', async () => {
  for (const box of await shipmentsTo(testShop, staff, 'CA', 60)) {
    const [held, handed] = await Promise.all([
      hold(box, 'yes', 0),
      sendHandover(testShop, staff, [box.shipment.number]),
    ])
    expect([held.ok, handed.ok].toSorted()).toEqual([false, true])
    const { state, waitsFor } = await shipmentNow(testShop, box.shipment.id)
    expect([state, waitsFor]).toEqual(handed.ok ? ['handed-over', null] : ['waiting', 'held'])
    expect(await holdsOf(box)).toHaveLength(held.ok ? 1 : 0)
  }
})

test('reminds a guest, whose link has ended by then, by one that works', async () => {
  const box = await aBox()
  await hold(box, 'yes', 0)
  await heldSince(box, 151)
  const isOrder = eq(orders.id, box.order.id)
  const createdAt = new Date(testShop.services.clock().getTime() - 152 * 86_400_000)
  await testShop.db.update(orders).set({ userId: null, createdAt }).where(isOrder)
  await remindOfHolds(testShop.services)
  const [mail] = await emailsTo(testShop, box.order.email, 'order-still-held')
  const tokenOf = (url: string) => new URL(url).pathname.split('/').at(-1)!
  const { orderUrl } = mail!.props as { orderUrl: string }
  const { services } = testShop
  expect(
    await ownOrder(services, null, { token: services.orderLinks.sign(box.order.id) }),
  ).toBeNull()
  const own = await ownOrder(services, null, { token: tokenOf(orderUrl) })
  expect(own).toMatchObject({ order: { id: box.order.id }, by: 'guest-link' })
  const later = {
    ...services,
    clock: () => new Date(services.clock().getTime() + 120 * 86_400_000),
  }
  expect(await ownOrder(later, null, { token: tokenOf(orderUrl) })).toBeNull()
})

test('reminds its buyer once after 150 days, and is a task for staff after 180', async () => {
  const box = await aBox()
  await hold(box, 'yes', 0)
  const reminders = () => emailsTo(testShop, box.order.email, 'order-still-held')
  await heldSince(box, 149)
  await remindOfHolds(testShop.services)
  expect(await reminders()).toEqual([])
  await heldSince(box, 151)
  await remindOfHolds(testShop.services)
  await remindOfHolds(testShop.services)
  const since = new Date(testShop.services.clock().getTime() - 151 * 86_400_000)
  const dates = shopDates('America/Los_Angeles')
  expect(await reminders()).toMatchObject([
    {
      props: {
        ...{ number: box.order.number, ordered: [{ quantity: 1 }] },
        since: dates.weekday(since),
        until: dates.weekday(new Date(since.getTime() + 180 * 86_400_000)),
      },
    },
  ])

  const openTasks = async () => {
    await testShop.shop.openTimedTasks()
    const rows = await testShop.db.select().from(tasks).where(eq(tasks.number, box.order.number))
    return rows.filter(({ state }) => state === 'open').map(({ kind }) => kind)
  }
  expect(await openTasks()).toEqual([])
  await heldSince(box, 181)
  expect(await openTasks()).toEqual(['held-for-buyer'])
  // What has left, or goes nowhere anymore, is held for nobody.
  for (const state of ['handed-over', 'cancelled']) {
    await testShop.db.execute(sql`
      update shipments set state = ${state}, waits_for = null where id = ${box.shipment.id}`)
    expect(await openTasks()).toEqual([])
  }
  await testShop.db.execute(sql`
    update shipments set state = 'waiting', waits_for = 'held' where id = ${box.shipment.id}`)
  expect(await openTasks()).toEqual(['held-for-buyer'])
  await hold(box, 'no', 1)
  expect(await openTasks()).toEqual([])
  // It may wait for something else, and is held for nobody.
  await testShop.db.execute(sql`
    update shipments set state = 'waiting', waits_for = 'not-yet' where id = ${box.shipment.id}`)
  expect(await openTasks()).toEqual([])
  await testShop.db.execute(sql`
    update shipments set state = 'ready', waits_for = null where id = ${box.shipment.id}`)

  // What was let go and held again is another hold; what has left is none.
  await hold(box, 'yes', 2)
  await heldSince(box, 151)
  await testShop.db.execute(sql`
    update shipments set state = 'handed-over', waits_for = null where id = ${box.shipment.id}`)
  await remindOfHolds(testShop.services)
  expect(await reminders()).toHaveLength(1)
  await testShop.db.execute(sql`
    update shipments set state = 'waiting', waits_for = 'held' where id = ${box.shipment.id}`)
  await remindOfHolds(testShop.services)
  expect(await reminders()).toHaveLength(2)
})
