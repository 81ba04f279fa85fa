import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { openFlagsOf } from '#orders/flags/order-flags.store.server.ts'
import type { StaffMember } from '#tests/harness/shipping.ts'
import {
  emailsTo,
  handOver,
  shipmentNow,
  shipmentsTo,
  shippingStaff,
} from '#tests/harness/shipping.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { openTestShop, setStock } from '#tests/harness/test-shop.ts'

import { remindOfShipments } from '../follow-ups/remind-of-shipments.actions.server.ts'
import { saveShippingSettings } from '../overview/overview.actions.server.ts'
import { markReturned } from '../shipments/mark-shipment.actions.server.ts'
import { parcels } from '../tables.ts'
import { addTracking } from './add-tracking.actions.server.ts'
import type { CarrierKind } from './events.rules.ts'
import { recordNews } from './record-events.actions.server.ts'

let testShop: TestShop
let staff: StaffMember

beforeAll(async () => {
  testShop = await openTestShop()
  staff = await shippingStaff(testShop)
  const settings = { version: 1, senderZip: '94558', holidays: '', daysBefore: '0', ground: ['1'] }
  expect(await saveShippingSettings(testShop.services, staff, settings)).toMatchObject({ ok: true })
})
afterAll(() => testShop.close())
beforeEach(() => setStock(testShop.db, 'malbec-2022', 1_000))

const hoursAgo = (hours: number) =>
  new Date(testShop.services.clock().getTime() - hours * 3_600_000)

/** A shipment in so many parcels, and how to report of one of them, so many hours ago. */
async function sentIn(count: number) {
  const [one] = await shipmentsTo(testShop, staff, 'TX', 1)
  const { id, number } = one!.shipment
  await handOver(testShop, staff, [one!])
  for (let more = 1; more < count; more++) {
    const trackingNumber = `1Z999AA2${String(number * 10 + more).padStart(10, '0')}`
    const typed = { number, carrier: 'ups', trackingNumber }
    expect(await addTracking(testShop.services, staff, typed)).toMatchObject({ ok: true })
  }
  const own = await testShop.db
    .select()
    .from(parcels)
    .where(eq(parcels.shipmentId, id))
    .orderBy(parcels.trackingNumber)
  const learn = (
    parcel: number,
    ...told: [hours: number, kind: CarrierKind, more?: { place?: string; signer?: string }][]
  ) =>
    testShop.db.transaction((tx) =>
      recordNews(testShop.services, tx, id, {
        events: told.map(([hours, kind, more]) => ({
          ...{ parcelId: own[parcel]!.id, source: 'carrier' as const, kind, at: hoursAgo(hours) },
          ...more,
        })),
      }),
    )
  return { id, number, order: one!.order, own, learn, now: () => shipmentNow(testShop, id) }
}

test('a return that staff confirm counts from then, not from when the carrier reported it', async () => {
  const box = await sentIn(1)
  await box.learn(0, [900, 'shipped'], [800, 'delivered', { signer: 'A RUIZ' }], [700, 'returned'])
  const before = testShop.services.clock()
  const typed = { number: box.number, reason: 'It is here' }
  expect(await markReturned(testShop.services, staff, typed)).toMatchObject({ ok: true })
  expect((await box.now()).returnedAt!.getTime()).toBeGreaterThanOrEqual(before.getTime())
  await remindOfShipments(testShop.services)
  // The first email alone: its buyer has two weeks to answer.
  expect(await emailsTo(testShop, box.order.email, 'order-returned')).toHaveLength(1)
})

test('the state follows the parcels back: one is out, then delivered, and another in transit', async () => {
  const box = await sentIn(2)
  await box.learn(0, [9, 'shipped'], [8, 'out'])
  expect((await box.now()).state).toBe('out')
  await box.learn(1, [7, 'shipped'])
  await box.learn(0, [6, 'delivered', { signer: 'A RUIZ' }])
  expect((await box.now()).state).toBe('shipped')
  expect(await emailsTo(testShop, box.order.email, 'order-shipped')).toHaveLength(1)
})

test('of a parcel that was fetched no last day is told, and of the next one its own', async () => {
  const box = await sentIn(2)
  await box.learn(0, [110, 'shipped'], [100, 'attempted', { place: 'Austin, TX' }])
  await box.learn(1, [99, 'shipped'])
  await box.learn(0, [50, 'delivered', { signer: 'A RUIZ' }])
  expect(await box.now()).toMatchObject({ state: 'shipped', depotUntil: null })
  await remindOfShipments(testShop.services)
  expect(await emailsTo(testShop, box.order.email, 'order-at-depot')).toEqual([])
  await box.learn(1, [4, 'attempted', { place: 'Austin, TX' }])
  const { state, attempts, depotUntil } = await box.now()
  expect({ state, attempts }).toEqual({ state: 'attempted', attempts: 1 })
  expect(
    Math.round((depotUntil!.getTime() - testShop.services.clock().getTime()) / 3_600_000),
  ).toBe(5 * 24 - 4)
  const mails = await emailsTo(testShop, box.order.email, 'order-attempted')
  const told = mails.map(({ props }) =>
    (props as { parcels: { number: string }[] }).parcels.map(({ number }) => number),
  )
  expect(told).toEqual([[box.own[0]!.trackingNumber], [box.own[1]!.trackingNumber]])
  expect(await openFlagsOf(testShop.db, box.order.id)).toEqual([])
})

test('attempts of two parcels by one truck are one attempt, and one email', async () => {
  const box = await sentIn(2)
  await box.learn(0, [9, 'shipped'], [8, 'attempted'])
  await box.learn(1, [9, 'shipped'], [7.99, 'attempted'])
  expect(await box.now()).toMatchObject({ state: 'attempted', attempts: 1 })
  expect(await emailsTo(testShop, box.order.email, 'order-attempted')).toHaveLength(1)
  expect(await openFlagsOf(testShop.db, box.order.id)).toEqual([])
})

test('a second delivery, at the winery, is a flag, and its signature is not the buyer’s', async () => {
  const box = await sentIn(1)
  await box.learn(0, [9, 'delivered', { place: 'Austin, TX 78701' }])
  await box.learn(0, [2, 'delivered', { place: 'Napa, CA 94558', signer: 'KOHUE' }])
  expect(await box.now()).toMatchObject({ state: 'delivered', signedBy: null })
  const flags = await openFlagsOf(testShop.db, box.order.id)
  expect(flags.map(({ reason }) => reason).toSorted()).toEqual([
    'delivered-unsigned',
    'return-contradicts',
  ])
})

test('the day on which a label was made is not the day on which the box was shipped', async () => {
  const box = await sentIn(1)
  await box.learn(0, [50, 'other'], [3, 'out'])
  expect((await box.now()).shippedAt!.getTime()).toBeGreaterThan(hoursAgo(4).getTime())
})
