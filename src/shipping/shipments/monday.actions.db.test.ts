import { randomUUID } from 'node:crypto'

import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { seedOrder } from '#app/seed/factory.ts'
import { mails } from '#mail/tables.ts'
import { orderFlags, orderLines, orders } from '#orders/order/tables.ts'
import { shopDates } from '#platform/text/dates.rules.ts'
import type { StaffMember } from '#tests/harness/shipping.ts'
import { ever, sendHandover, shipmentsTo, shippingStaff } from '#tests/harness/shipping.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { aMember, openTestShop } from '#tests/harness/test-shop.ts'

import { saveClaim } from '../claims/claims.actions.server.ts'
import { shipmentClaims } from '../claims/tables.ts'
import { printPackingSlips } from '../handover/print-papers.actions.server.ts'
import { handoverShipments } from '../handover/tables.ts'
import { placeHold, previewHold, sendAtRisk } from '../holds/holds.actions.server.ts'
import { takeInOrders } from '../overview/overview.actions.server.ts'
import { choosePickup } from '../pickup/choose-pickup.actions.server.ts'
import { markCollected } from '../pickup/mark-pickup.actions.server.ts'
import { savePickupPlace } from '../pickup/pickup-places.actions.server.ts'
import { pickups } from '../pickup/tables.ts'
import { recomputeReadiness } from '../readiness/recompute-readiness.actions.server.ts'
import { chooseReturn } from '../returns/settle-return.actions.server.ts'
import { replaceShipment } from '../returns/settle-shipment.actions.server.ts'
import { parcels, shipmentLines, shipments } from '../tables.ts'
import { importTracking } from '../tracking/add-tracking.actions.server.ts'
import type { CarrierKind } from '../tracking/events.rules.ts'
import { recordNews } from '../tracking/record-events.actions.server.ts'
import type { ShipmentState } from './shipment.rules.ts'

let testShop: TestShop
let staff: StaffMember

type Box = Awaited<ReturnType<typeof shipmentsTo>>[number]
let texas: Box[]
let others: Box[]
let collected: Box[]

beforeAll(async () => {
  testShop = await openTestShop()
  staff = await shippingStaff(testShop)
})
afterAll(() => testShop.close())

const numbersOf = (boxes: readonly Box[]) => boxes.map(({ shipment }) => shipment.number)

const statesOf = async (boxes: readonly Box[]) => {
  const rows = await testShop.db
    .select({ number: shipments.number, state: shipments.state })
    .from(shipments)
    .where(inArray(shipments.number, numbersOf(boxes)))
  const counts: Partial<Record<ShipmentState, number>> = {}
  for (const { state } of rows) counts[state] = (counts[state] ?? 0) + 1
  return counts
}

const mailsOf = async (kind: string) =>
  testShop.db.$count(mails, and(eq(mails.kind, kind), sql`recipient <> ''`))

async function report({ shipment }: Box, ...kinds: CarrierKind[]) {
  const { db, services } = testShop
  const [parcel] = await db.select().from(parcels).where(eq(parcels.shipmentId, shipment.id))
  await db.transaction((tx) =>
    recordNews(services, tx, shipment.id, {
      events: kinds.map((kind, index) => ({
        parcelId: parcel!.id,
        at: new Date(services.clock().getTime() + index),
        source: 'carrier' as const,
        kind,
        ...(kind === 'delivered' && { signer: 'A RUIZ' }),
      })),
    }),
  )
  testShop.pass(1)
}

/** Orders that are picked up. */
async function pickupOrders(count: number): Promise<Box[]> {
  const made: string[] = []
  for (let n = 0; n < count; n++) {
    const member = await aMember(testShop.db)
    const id = await seedOrder(testShop.db, { ...member, firstName: 'Ana', lastName: 'Ruiz' }, 0)
    await testShop.db
      .update(orders)
      .set({ shippingMethod: 'pickup', shipTo: null })
      .where(eq(orders.id, id))
    made.push(id)
  }
  await takeInOrders(testShop.services, staff, { since: ever })
  return testShop.db
    .select({ shipment: shipments, order: orders })
    .from(shipments)
    .innerJoin(orders, eq(orders.id, shipments.orderId))
    .where(inArray(shipments.orderId, made))
}

// A day in the order in which a person works through it: each step finds what the last one left.
describe('a Monday', () => {
  test('begins with 60 paid orders, each with one shipment', async () => {
    texas = await shipmentsTo(testShop, staff, 'TX', 8)
    others = [
      ...(await shipmentsTo(testShop, staff, 'CA', 40)),
      ...(await shipmentsTo(testShop, staff, 'AZ', 9)),
    ]
    const place = {
      name: 'The cellar',
      address: '12 Main Street, Napa, CA 94558',
      ...Object.fromEntries([1, 2, 3, 4, 5].map((day) => [`starts-${day}`, '16:00, 16:30, 17:00'])),
      open: 'yes',
    }
    const saved = await savePickupPlace(testShop.services, staff, place)
    expect(saved).toMatchObject({ ok: true })
    collected = await pickupOrders(3)
    await recomputeReadiness(testShop.services)
    expect(await testShop.db.$count(orders)).toBe(60)
    expect(await statesOf([...texas, ...others, ...collected])).toEqual({ ready: 60 })
    expect(await mailsOf('pickup-ready')).toBe(3)
  })

  test('holds Texas for the heat, once seen how many that catches', async () => {
    const { services } = testShop
    const dates = shopDates(services.settings.timeZone)
    const hold = {
      places: 'TX',
      reason: 'weather' as const,
      from: dates.isoDay(services.clock()),
      until: dates.isoDay(new Date(services.clock().getTime() + 5 * 24 * 60 * 60_000)),
      note: 'Heat',
    }
    expect(await previewHold(services, staff, hold)).toMatchObject({ done: { total: 8 } })
    const key = randomUUID()
    const placed = await placeHold(services, staff, hold, { key })
    expect(placed).toMatchObject({ done: { affected: 8 } })
    await recomputeReadiness(testShop.services)
    expect(await statesOf(texas)).toEqual({ waiting: 8 })
    expect(await mailsOf('order-held')).toBe(8)
    const [first] = texas
    const buyer = { userId: first!.order.userId!, number: first!.order.number }
    const risk = { shipmentId: first!.shipment.id, isAccepted: true }
    expect(await sendAtRisk(testShop.services, buyer, risk)).toEqual({ ok: true })
    expect(await statesOf(texas)).toEqual({ waiting: 7, ready: 1 })
  })

  test('hands over what is ready, in one file', async () => {
    const going = [...others, texas[0]!]
    const made = await sendHandover(testShop, staff, numbersOf(going))
    if (!made.ok) throw new Error(made.sentence)
    const { handover } = made.done
    expect(handover.shipmentCount).toBe(50)
    expect(await statesOf(going)).toEqual({ 'handed-over': 50 })
    const asked = { handoverId: handover.id, part: 1 }
    const slips = await printPackingSlips(testShop.services, asked)
    expect(slips!.file.subarray(0, 5).toString()).toBe('%PDF-')
  })

  test('takes the shipper’s file back: three rows are refused by name, the others taken', async () => {
    const going = [...others, texas[0]!]
    const rows = going.map(
      ({ shipment }, n) => `S-${shipment.number},UPS,1Z999AA1000000${1000 + n},`,
    )
    const wrong = [
      'S-999999,UPS,1Z999AA10000090001,',
      `S-${texas[1]!.shipment.number},UPS,1Z999AA10000090002,`,
      `S-${others[0]!.shipment.number},Pigeon,1Z999AA10000090003,`,
    ]
    const text = ['shipment,carrier,tracking number,shipped date', ...rows, ...wrong].join('\n')
    const { services } = testShop
    const file = new File([text], 'ups.csv')
    const refused = await importTracking(services, staff, { file })
    expect(refused).toMatchObject({ done: { isDone: false, good: 50 }, said: { stays: 409 } })
    const taken = await importTracking(services, staff, { file, good: 'yes' })
    expect(taken).toMatchObject({ said: { stays: 200 } })
    expect(taken.ok && taken.done.refused.map(({ line, why }) => [line, why])).toEqual([
      [52, 'unknown-shipment'],
      [53, 'not-handed-over'],
      [54, 'unknown-carrier'],
    ])
    expect(await testShop.db.$count(parcels, isNull(parcels.supersededAt))).toBe(50)
    const again = await importTracking(services, staff, { file, good: 'yes' })
    expect(again).toMatchObject({ sentence: expect.stringContaining('This file was imported on') })
  })

  test('sees two attempts, a return, a broken bottle, and the others arrive', async () => {
    const [twice, back, broken, ...rest] = others as [Box, Box, Box, ...Box[]]
    await report(twice, 'shipped', 'out', 'attempted')
    await report(twice, 'out', 'attempted')
    await report(back, 'shipped', 'attempted', 'returning', 'returned')
    await report(broken, 'shipped', 'damaged')
    for (const one of [...rest, texas[0]!]) await report(one, 'shipped', 'out', 'delivered')
    expect(await statesOf([...others, texas[0]!])).toEqual({
      attempted: 1,
      returned: 1,
      damaged: 1,
      delivered: 47,
    })
    expect(await mailsOf('order-attempted')).toBe(2)
    expect(await mailsOf('order-returned')).toBe(1)
    expect(await mailsOf('order-delivered')).toBe(47)
    expect(await mailsOf('order-shipped')).toBe(0)
    const flags = await testShop.db.select().from(orderFlags).where(isNull(orderFlags.resolvedAt))
    expect(flags.map(({ reason }) => reason).toSorted()).toEqual([
      'second-attempt',
      'shipment-damaged',
    ])
  })

  test('replaces the broken one with a claim, and the returned one is refunded as its buyer chose', async () => {
    const [, back, broken] = others as [Box, Box, Box]
    const { number } = broken.shipment
    const replaced = await replaceShipment(testShop.services, staff, { number })
    expect(replaced).toMatchObject({ ok: true })
    const claim = { claimNumber: 'C-77', amount: '450.00' }
    const typed = { ...claim, paidOn: '', refusedOn: '', refusal: '' }
    const saved = await saveClaim(testShop.services, staff, { number, ...typed })
    expect(saved).toMatchObject({ ok: true })
    expect(await testShop.db.$count(shipmentClaims)).toBe(1)
    const buyer = { userId: back.order.userId!, number: back.order.number }
    const choice = { shipmentId: back.shipment.id, choice: 'refund' as const }
    expect(await chooseReturn(testShop.services, buyer, choice)).toEqual({ ok: true })
  })

  test('ends with three pickups: each agreed, ticked and collected', async () => {
    for (const one of collected) {
      const buyer = { userId: one.order.userId!, number: one.order.number }
      const [shipment] = (await testShop.shop.viewOrder({ id: buyer.userId }, buyer.number))!
        .shipments
      const slot = shipment!.slots![0]!.key
      const choice = { shipmentId: one.shipment.id, slot }
      expect(await choosePickup(testShop.services, buyer, choice)).toEqual({ ok: true })
    }
    const agreed = await testShop.db.select().from(pickups).where(eq(pickups.state, 'agreed'))
    const times = agreed.map(({ from }) => from.getTime())
    expect(new Set(times).size).toBe(3)
    testShop.pass((Math.max(...times) - testShop.services.clock().getTime()) / 60_000 + 1)
    for (const { shipment } of collected) {
      const { services } = testShop
      const seen = { number: shipment.number, document: 'passport' }
      expect(await markCollected(services, staff, seen)).toMatchObject({ ok: false })
      const whole = { ...seen, checked: 'yes' }
      expect(await markCollected(services, staff, whole)).toMatchObject({ ok: true })
    }
    expect(await statesOf(collected)).toEqual({ collected: 3 })
  })

  test('leaves no box in two handovers, and no more wine in boxes than was sold', async () => {
    const live = await testShop.db
      .select()
      .from(handoverShipments)
      .where(isNull(handoverShipments.undoneAt))
    expect(new Set(live.map(({ shipmentId }) => shipmentId)).size).toBe(live.length)
    const { rows } = await testShop.db.execute<{ number: number }>(sql`
      select o.number from ${orders} as o
      join ${orderLines} as line on line.order_id = o.id
      join ${shipments} as s on s.order_id = o.id and s.kind <> 'replacement'
        and s.state not in ('cancelled', 'returned', 'lost', 'damaged')
      join ${shipmentLines} as packed
        on packed.shipment_id = s.id and packed.product_id = line.product_id
      group by o.number, line.product_id, line.quantity, line.returned
      having sum(packed.units) > line.quantity - line.returned`)
    expect(rows).toEqual([])
  })
})
