import { eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { tasks } from '#admin/today/tables.ts'
import type { StaffMember } from '#tests/harness/shipping.ts'
import { shipmentsTo, shippingStaff } from '#tests/harness/shipping.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { openTestShop, setStock } from '#tests/harness/test-shop.ts'

import { shipmentClaims } from './claims/tables.ts'
import { pickups, pickupPlaces } from './pickup/tables.ts'
import { shipmentHolds, shipments } from './tables.ts'

let testShop: TestShop
let staff: StaffMember
beforeAll(async () => {
  testShop = await openTestShop()
  staff = await shippingStaff(testShop)
  await setStock(testShop.db, 'malbec-2022', 1_000)
  await testShop.db.execute(
    sql`alter table shipment_events disable trigger shipment_events_append_only`,
  )
})
afterAll(() => testShop.close())
beforeEach(() => testShop.db.delete(tasks))

type Columns = Partial<typeof shipments.$inferInsert>

/** A shipment that has been so for a month, without news. */
async function forgotten(columns: Columns) {
  const [one] = await shipmentsTo(testShop, staff, 'TX', 1)
  const { id } = one!.shipment
  const ago = new Date(Date.now() - 30 * 24 * 60 * 60_000)
  const moments = { createdAt: ago, handedAt: ago, returnedAt: ago }
  await testShop.db.execute(sql`update shipment_events
    set recorded_at = now() - interval '30 days', at = now() - interval '30 days'
    where shipment_id = ${id}`)
  await testShop.db
    .update(shipments)
    .set({ ...moments, ...columns })
    .where(eq(shipments.id, id))
  return { ...one!, ago }
}

const openTasks = async (...subjects: string[]) => {
  await testShop.shop.openTimedTasks()
  const rows = await testShop.db.select().from(tasks).where(inArray(tasks.subject, subjects))
  return rows.filter(({ state }) => state === 'open').map(({ kind }) => kind)
}

test.each([
  ['a box that was handed over', { state: 'handed-over' }, 'shipment-silent'],
  ['a box that was shipped', { state: 'shipped' }, 'shipment-silent'],
  ['a box that is out', { state: 'out' }, 'shipment-silent'],
  ['a box that goes back', { state: 'returning' }, 'shipment-silent'],
  ['a box that is ready', { state: 'ready' }, 'shipment-silent'],
  ['a pickup without an appointment', { state: 'ready', method: 'pickup' }, 'shipment-silent'],
  ['a box that was attempted', { state: 'attempted' }, 'shipment-attempted'],
  [
    'a box that was followed up',
    { state: 'attempted', followedUpAt: new Date('2026-01-01') },
    'shipment-silent',
  ],
  ['a box at the depot', { state: 'at-depot' }, 'shipment-at-depot'],
  ['a box that came back', { state: 'returned' }, 'shipment-returned'],
  [
    'a box that was received before its buyer chose',
    { state: 'returned', receivedAt: new Date('2026-01-01') },
    'shipment-returned',
  ],
  ['a box that is lost', { state: 'lost' }, 'shipment-unsound'],
  ['a box that is damaged', { state: 'damaged' }, 'shipment-unsound'],
  ['a pickup that was missed', { state: 'missed', method: 'pickup' }, 'pickup-missed'],
] as const satisfies readonly (readonly [string, Columns, string])[])(
  '%s is a task, once nothing is heard of it',
  async (_name, columns, kind) => {
    const { shipment } = await forgotten(columns)
    expect(await openTasks(shipment.id)).toEqual([kind])
  },
)

test('so is one that is held without an end', async () => {
  const { shipment, ago } = await forgotten({})
  const [hold] = await testShop.db
    .insert(shipmentHolds)
    .values({
      ...{ groupId: shipment.id, scope: 'shipment', shipmentId: shipment.id, reason: 'staff' },
      ...{ from: ago, by: staff.email },
    })
    .returning()
  await testShop.db
    .update(shipments)
    .set({ state: 'waiting', waitsFor: 'held', heldBy: hold!.id })
    .where(eq(shipments.id, shipment.id))
  expect(await openTasks(shipment.id)).toEqual(['shipment-silent'])
  // One of the buyer's own has a task of its own, after 180 days.
  await testShop.db
    .update(shipmentHolds)
    .set({ reason: 'customer' })
    .where(eq(shipmentHolds.id, hold!.id))
  expect(await openTasks(shipment.id)).toEqual([])
})

test('so are an appointment that is over, and a claim that nobody closed', async () => {
  const { shipment, ago } = await forgotten({ state: 'agreed', method: 'pickup' })
  const [place] = await testShop.db
    .insert(pickupPlaces)
    .values({ name: 'The cellar', address: '12 Main Street', startTimes: {} })
    .returning()
  const [slot] = await testShop.db
    .insert(pickups)
    .values({
      ...{ shipmentId: shipment.id, placeId: place!.id, state: 'agreed' },
      ...{ from: ago, until: ago },
    })
    .returning()
  expect(await openTasks(slot!.id)).toEqual(['pickup-today'])
  const lost = await forgotten({ state: 'lost', settledAt: new Date('2026-01-01') })
  const [claim] = await testShop.db
    .insert(shipmentClaims)
    .values({
      shipmentId: lost.shipment.id,
      openedAt: new Date(Date.now() - 31 * 24 * 60 * 60_000),
    })
    .returning()
  expect(await openTasks(claim!.id, lost.shipment.id)).toEqual(['claim-open'])
})

test('what is delivered, collected or canceled is no task', async () => {
  for (const state of ['delivered', 'collected', 'cancelled'] as const) {
    const { shipment } = await forgotten({ state })
    expect(await openTasks(shipment.id)).toEqual([])
  }
})

test('news ends the task', async () => {
  const { shipment } = await forgotten({ state: 'shipped' })
  expect(await openTasks(shipment.id)).toEqual(['shipment-silent'])
  await testShop.db.execute(sql`insert into shipment_events (shipment_id, at, source, kind)
    values (${shipment.id}, now(), 'carrier', 'out')`)
  expect(await openTasks(shipment.id)).toEqual([])
})
