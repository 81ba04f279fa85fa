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

const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60_000)

/** A shipment that has been so for a month, or as many days, without news. */
async function forgotten(columns: Columns, days = 30) {
  const [one] = await shipmentsTo(testShop, staff, 'TX', 1)
  const { id } = one!.shipment
  const ago = daysAgo(days)
  const moments = { createdAt: ago, handedAt: ago, returnedAt: ago }
  await testShop.db.execute(sql`update shipment_events
    set recorded_at = ${ago.toISOString()}, at = ${ago.toISOString()} where shipment_id = ${id}`)
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

test.each([
  ['a box that is out', { state: 'out' }, 7],
  ['a box that is ready', { state: 'ready' }, 7],
  ['a pickup without an appointment', { state: 'ready', method: 'pickup' }, 14],
] as const satisfies readonly (readonly [string, Columns, number])[])(
  '%s is none before its days without news are over',
  async (_name, columns, days) => {
    const recent = await forgotten(columns, days - 1)
    expect(await openTasks(recent.shipment.id)).toEqual([])
    const { shipment } = await forgotten(columns, days + 1)
    expect(await openTasks(shipment.id)).toEqual(['shipment-silent'])
  },
)

/** One that waits for such a hold since so many days. */
async function held(hold: Partial<typeof shipmentHolds.$inferInsert>, days: number) {
  const { shipment, ago } = await forgotten({}, days)
  const { id } = shipment
  const its = {
    groupId: id,
    scope: 'shipment',
    shipmentId: id,
    from: ago,
    by: staff.email,
  } as const
  const [made] = await testShop.db
    .insert(shipmentHolds)
    .values({ ...its, reason: 'staff', ...hold })
    .returning()
  await testShop.db
    .update(shipments)
    .set({ state: 'waiting', waitsFor: 'held', heldBy: made!.id })
    .where(eq(shipments.id, id))
  return id
}

test('so is one that is held for two weeks without an end', async () => {
  expect(await openTasks(await held({}, 15))).toEqual(['shipment-silent'])
  expect(await openTasks(await held({}, 13))).toEqual([])
  expect(await openTasks(await held({ until: daysAgo(-1) }, 15))).toEqual([])
  // One of the buyer's own has a task of its own, after 180 days.
  expect(await openTasks(await held({ reason: 'customer' }, 15))).toEqual([])
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
  const claim = async (days: number, closedAt: Date | null = null) => {
    const lost = await forgotten({ state: 'lost', settledAt: new Date('2026-01-01') })
    const { id: shipmentId } = lost.shipment
    const opened = { shipmentId, openedAt: daysAgo(days), closedAt }
    const [made] = await testShop.db.insert(shipmentClaims).values(opened).returning()
    return openTasks(made!.id, shipmentId)
  }
  expect(await claim(31)).toEqual(['claim-open'])
  expect(await claim(29)).toEqual([])
  expect(await claim(31, daysAgo(1))).toEqual([])
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
