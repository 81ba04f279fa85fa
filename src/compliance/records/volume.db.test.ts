import { randomUUID } from 'node:crypto'

import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { changeAddress } from '#order-changes/change-order.actions.server.ts'
import { joinOrderForBuyer, splitOrderForBuyer } from '#order-changes/split-order.actions.server.ts'
import type { Order } from '#orders/order/orders.store.server.ts'
import type { RefundRequest } from '#orders/refunds/request-refund.actions.server.ts'
import {
  receiveBack,
  replaceShipment,
  shipAgain,
} from '#shipping/returns/settle-shipment.actions.server.ts'
import {
  markDamaged,
  markLost,
  markReturned,
} from '#shipping/shipments/mark-shipment.actions.server.ts'
import { parcels, shipments } from '#shipping/tables.ts'
import { recordNews } from '#shipping/tracking/record-events.actions.server.ts'
import { openChangesShop } from '#tests/harness/changed-orders.ts'
import { askRefund } from '#tests/harness/refunds.ts'
import { handOver } from '#tests/harness/shipping.ts'
import { aMember } from '#tests/harness/test-shop.ts'

import { complianceEvents, compliancePeople } from '../tables.ts'

const { testShop, staff, anOrder, change, boxesOf } = await openChangesShop()
const { db, services } = testShop
const support = { ...(await aMember(db)), role: 'staff' as const, duties: ['support' as const] }

/** A case of three bottles, in ml. */
const cases = 2_250

/** What counts together with a purchase of the person, or of the household, of an order since a day. */
async function had(
  { shipTo, userId }: Pick<Order, 'shipTo' | 'userId'>,
  by: 'person' | 'household',
  since = '2020-01-01',
) {
  const sale = JSON.stringify({ shipTo, userId, units: {} })
  const { rows } = await db.execute<{ ml: string }>(
    sql`select volume_had(${sale}::jsonb, ${by}, ${since}) as ml`,
  )
  return Number(rows[0]!.ml)
}

/** An order to a house of its own. */
async function aHouse(wish: { cases?: number } = {}) {
  const number = Math.floor(Math.random() * 1e9)
  const member = await aMember(db, { address: `${number} Valencia Street` })
  return anOrder({ ...wish, member })
}

const kindsOf = async ({ id }: Pick<Order, 'id'>) =>
  (
    await db
      .select()
      .from(complianceEvents)
      .where(eq(complianceEvents.orderId, id))
      .orderBy(complianceEvents.place)
  ).map(({ kind }) => kind)

const breakOf = async ({ id }: Pick<Order, 'id'>) =>
  (await db.execute(sql`select compliance_chain_break(${id}) as broken`)).rows[0]!['broken']

const refund = async (order: Order, wish: Partial<RefundRequest> = {}) => {
  const typed = { number: order.number, amountCents: order.totalCents, stockBack: {} }
  const owner = { ...support, duties: ['owner' as const] }
  const reason = 'As agreed.'
  const asked = await askRefund(testShop, owner, { ...typed, reason, token: randomUUID(), ...wish })
  expect(asked).toMatchObject({ ok: true })
}

const boxNumber = async (order: Order) => ({ number: (await boxesOf(order)).at(-1)!.number })
const marked = async (order: Order) => ({ ...(await boxNumber(order)), reason: 'So said UPS.' })

/** Hands the newest box of an order over, which is delivered at once. */
async function deliver(order: Order) {
  await handOver(testShop, staff, [{ shipment: await boxNumber(order) }])
  const { id: shipmentId } = (await boxesOf(order)).at(-1)!
  const [parcel] = await db.select().from(parcels).where(eq(parcels.shipmentId, shipmentId))
  const at = services.clock()
  const events = (['shipped', 'out', 'delivered'] as const).map((kind, index) => ({
    ...{ parcelId: parcel!.id, source: 'carrier' as const, kind },
    ...{ at: new Date(at.getTime() + index), ...(kind === 'delivered' && { signer: 'M. RUIZ' }) },
  }))
  await db.transaction((tx) => recordNews(services, tx, shipmentId, { events }))
}

test('an order counts until it is refunded whole, or its units come back', async () => {
  const { order } = await aHouse({ cases: 3 })
  const before = [await had(order, 'person'), await had(order, 'household')]
  expect(before).toEqual([3 * cases, 3 * cases])
  // Money back for a late delivery is no wine back.
  await refund(order, { amountCents: 1_000 })
  expect(await had(order, 'household')).toBe(3 * cases)
  await refund(order, { amountCents: 50_000, stockBack: { 'malbec-2022': 1 } })
  expect(await had(order, 'household')).toBe(2 * cases)
  await refund(order, { amountCents: order.totalCents - 51_000 })
  expect(await had(order, 'household')).toBe(0)
  expect(await had(order, 'person')).toBe(0)
  expect(await kindsOf(order)).toEqual(['refunded', 'refunded', 'cancelled', 'refunded'])
})

test('a box that came back frees its volume, and counts once when it is sent again', async () => {
  const { order } = await aHouse({ cases: 2 })
  await deliver(order)
  expect(await had(order, 'household')).toBe(2 * cases)
  expect(await markReturned(services, staff, await marked(order))).toMatchObject({ ok: true })
  expect(await had(order, 'household')).toBe(0)
  await shipAgain(services, staff, await boxNumber(order))
  expect(await had(order, 'household')).toBe(2 * cases)
  await deliver(order)
  expect(await had(order, 'household')).toBe(2 * cases)
  expect(await markReturned(services, staff, await marked(order))).toMatchObject({ ok: true })
  await receiveBack(services, staff, await boxNumber(order))
  expect(await had(order, 'household')).toBe(0)
  expect(await kindsOf(order)).toEqual([
    ...['handed-over', 'tracking', 'shipped', 'delivered', 'returned'],
    ...['handed-over', 'tracking', 'shipped', 'delivered', 'returned', 'received-back'],
  ])
})

test('the record has where each box is, the carrier, its tracking number and who signed', async () => {
  const { order } = await aHouse({ cases: 1 })
  await deliver(order)
  const [box] = await boxesOf(order)
  const [parcel] = await db.select().from(parcels).where(eq(parcels.shipmentId, box!.id))
  const events = await db
    .select()
    .from(complianceEvents)
    .where(eq(complianceEvents.orderId, order.id))
    .orderBy(complianceEvents.place)
  const trackingNumbers = [parcel!.trackingNumber]
  const told = { shipment: box!.number, isDay: false, carrier: 'ups', trackingNumbers }
  expect(events.map(({ kind, facts }) => ({ kind, ...facts }))).toMatchObject([
    { kind: 'handed-over', shipment: box!.number, source: 'staff', isSigned: false },
    { kind: 'tracking', ...told, source: 'staff', isSigned: false },
    { kind: 'shipped', ...told, source: 'carrier', isSigned: false },
    { kind: 'delivered', ...told, source: 'carrier', isSigned: true },
  ])
  const [person] = await db
    .select()
    .from(compliancePeople)
    .where(eq(compliancePeople.orderId, order.id))
  expect(person).toMatchObject({ signer: 'M. RUIZ' })
  expect(await breakOf(order)).toBeNull()
})

test.each([
  ['lost', markLost],
  ['damaged', markDamaged],
] as const)('the replacement of a %s box does not count twice', async (_state, mark) => {
  const { order } = await aHouse({ cases: 2 })
  await deliver(order)
  expect(await mark(services, staff, await marked(order))).toMatchObject({ ok: true })
  expect(await had(order, 'household')).toBe(2 * cases)
  expect(await replaceShipment(services, staff, await boxNumber(order))).toMatchObject({ ok: true })
  expect(await had(order, 'household')).toBe(2 * cases)
  await deliver(order)
  expect(await had(order, 'household')).toBe(2 * cases)
  // Refunded all the same.
  await refund(order)
  expect(await had(order, 'household')).toBe(0)
})

test('wine counts by the day of the order until it is shipped, then by that of its box', async () => {
  const { order } = await aHouse({ cases: 2 })
  const ordered = (day: string) =>
    db.execute(sql`update orders set created_at = ${day} where id = ${order.id}`)
  const shipped = (day: string) =>
    db.execute(sql`update shipments set handed_at = ${day} where order_id = ${order.id}`)
  // A quarter to midnight in Sacramento.
  await ordered('2026-02-01T07:45:00Z')
  expect(await had(order, 'person', '2026-02-01')).toBe(0)
  expect(await had(order, 'person', '2026-01-31')).toBe(2 * cases)
  await shipped('2026-02-01T08:15:00Z')
  expect(await had(order, 'person', '2026-02-01')).toBe(2 * cases)
  expect(await had(order, 'person', '2026-02-02')).toBe(0)
})

const austin = {
  ...{ address: '500 Congress Avenue', addressExtra: '', city: 'Austin', state: 'TX' },
  zipCode: '78701',
}

/** Sends one case of an order to Austin, or another part to another place. */
const split = (order: Order, to: object = austin) =>
  splitOrderForBuyer(
    services,
    support,
    {
      ...{ number: String(order.number), seen: '0', onPhone: 'yes', part: 'malbec-2022:1' },
      ...{ earliest: '', ...austin, ...to },
    } as never,
    { key: randomUUID() },
  )

test('of an order in two shipments each counts where it goes, and when', async () => {
  const { order } = await aHouse({ cases: 3 })
  const number = Math.floor(Math.random() * 1e9)
  const inAustin = { ...austin, address: `${number} Congress Avenue` }
  expect(await split(order, inAustin)).toMatchObject({ ok: true })
  const there = { ...order, shipTo: { ...order.shipTo!, ...inAustin } }
  const both = async (by: 'person' | 'household', since?: string) => [
    await had(order, by, since),
    await had(there, by, since),
  ]
  expect(await both('household')).toEqual([2 * cases, cases])
  expect(await both('person')).toEqual([2 * cases, cases])
  const [first, second] = await boxesOf(order)
  await db.execute(sql`update orders set created_at = '2026-01-10' where id = ${order.id}`)
  await db
    .update(shipments)
    .set({ handedAt: new Date('2026-01-20T20:00:00Z') })
    .where(eq(shipments.id, first!.id))
  await db
    .update(shipments)
    .set({ handedAt: new Date('2026-02-20T20:00:00Z') })
    .where(eq(shipments.id, second!.id))
  expect(await both('person', '2026-02-01')).toEqual([0, cases])
  // The order keeps its address, and says that a part of it goes elsewhere.
  const [person] = await db
    .select()
    .from(compliancePeople)
    .where(eq(compliancePeople.orderId, order.id))
  expect(person).toMatchObject({ state: 'CA', city: 'San Francisco' })
  const [event] = await db
    .select()
    .from(complianceEvents)
    .where(eq(complianceEvents.orderId, order.id))
  expect(event).toMatchObject({
    kind: 'split',
    facts: { shipment: second!.number, from: 'CA', to: 'TX', method: 'ground' },
  })
  expect(event!.facts).not.toHaveProperty('personHash')
})

test('of an order that is put together again the wine counts once, where it goes', async () => {
  const { order } = await aHouse({ cases: 3 })
  await split(order)
  const joined = { number: String(order.number), seen: '1' }
  expect(await joinOrderForBuyer(services, support, joined, {})).toMatchObject({ ok: true })
  expect(await had(order, 'household')).toBe(3 * cases)
  expect(await kindsOf(order)).toEqual(['split', 'cancelled'])
})

test('an order that goes to another address counts there alone', async () => {
  const bought = await aHouse({ cases: 1 })
  const { order } = bought
  const number = Math.floor(Math.random() * 1e9)
  const to = { ...austin, address: `${number} Congress Avenue` }
  const moved = await change(changeAddress, bought, { ...to, statement: 'yes' } as never)
  expect(moved).toMatchObject({ ok: true })
  expect(await had(order, 'household')).toBe(0)
  expect(await had({ ...order, shipTo: { ...order.shipTo!, ...to } }, 'household')).toBe(cases)
  const [event] = await db
    .select()
    .from(complianceEvents)
    .where(eq(complianceEvents.orderId, order.id))
  expect(event).toMatchObject({ kind: 'moved', facts: { from: 'CA', to: 'TX' } })
  expect(await breakOf(order)).toBeNull()
})
