import { randomUUID } from 'node:crypto'

import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { products } from '#catalogue/wines/tables.ts'
import { openFlagsOf } from '#orders/flags/order-flags.store.server.ts'
import { addOrderNote } from '#orders/notes/add-order-note.actions.server.ts'
import { orders, refunds } from '#orders/order/tables.ts'
import { viewOrderAsStaff } from '#orders/order/view-order-as-staff.actions.server.ts'
import { ProviderRefused } from '#payments/payments.ts'
import { payAt } from '#tests/harness/provider.ts'
import { askRefund, previewRefund } from '#tests/harness/refunds.ts'
import type { StaffMember } from '#tests/harness/shipping.ts'
import {
  eventsNow,
  handOver,
  sendHandover,
  shipmentNow,
  shippingStaff,
} from '#tests/harness/shipping.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { aMember, openTestShop } from '#tests/harness/test-shop.ts'
import { waitingForLocks } from '#tests/harness/waiting-for-locks.ts'

import { takeInOrders } from '../overview/overview.actions.server.ts'
import { choosePickup, offeredSlots } from '../pickup/choose-pickup.actions.server.ts'
import { insertAgreedPickup, pickupsOf } from '../pickup/pickups.store.server.ts'
import { pickupPlaces } from '../pickup/tables.ts'
import { recomputeReadiness } from '../readiness/recompute-readiness.actions.server.ts'
import { viewShipment } from '../shipments/view-shipments.actions.server.ts'
import { shipmentLines, shipments } from '../tables.ts'
import { replaceApproved, replaceShipment, shipAgain } from './settle-shipment.actions.server.ts'

let testShop: TestShop
let staff: StaffMember
const wine = 'malbec-2022'
const owner = {
  id: randomUUID(),
  email: 'owner@example.com',
  role: 'staff',
  duties: ['owner'],
} as const

beforeAll(async () => {
  testShop = await openTestShop()
  staff = await shippingStaff(testShop)
})
afterAll(() => testShop.close())

/** A member's paid order of two cases with its shipment, ready. */
async function aReadyOrder(method: 'ground' | 'pickup' = 'ground') {
  const { db, shop } = testShop
  const member = await aMember(db)
  await shop.changeCart(member, { kind: 'add', productId: wine })
  await shop.changeCart(member, { kind: 'add', productId: wine })
  await shop.changeCart(member, { kind: 'choose-shipping', method })
  const started = await shop.startCheckout(member)
  if (!started.ok) throw new Error(started.reason)
  await payAt(started.url)
  await shop.recordPayment(/cs_[^/?#]+/.exec(started.url)![0])
  const [order] = await db.select().from(orders).where(eq(orders.userId, member.id))
  await recomputeReadiness(testShop.services, { orderId: order!.id })
  const [shipment] = await db.select().from(shipments).where(eq(shipments.orderId, order!.id))
  return { member, order: order!, shipment: shipment! }
}

const refund = (
  { order }: { order: { number: number; totalCents: number } },
  more: { box?: 'stop' | 'stays'; amountCents?: number; stockBack?: Record<string, number> } = {},
) =>
  askRefund(testShop, owner, {
    number: order.number,
    amountCents: order.totalCents,
    reason: 'You asked for it.',
    stockBack: {},
    token: randomUUID(),
    ...more,
  })

const reasonsOf = async ({ order }: { order: { id: string } }) =>
  (await openFlagsOf(testShop.db, order.id)).map(({ reason }) => reason)

test('a full refund after the handover asks what happens to the box', async () => {
  const [stopped, kept] = [await aReadyOrder(), await aReadyOrder()]
  await handOver(testShop, staff, [stopped, kept])
  const noBox = { ok: false, sentence: expect.stringContaining('please say what happens to it') }
  expect(await refund(stopped)).toMatchObject(noBox)
  expect(
    await previewRefund(testShop, owner, {
      number: stopped.order.number,
      amountCents: stopped.order.totalCents,
      reason: 'You asked for it.',
      stockBack: {},
    }),
  ).toMatchObject(noBox)
  expect(await refund(stopped, { box: 'stop' })).toMatchObject({ ok: true })
  expect(await reasonsOf(stopped)).toEqual(['refund-after-handover'])
  expect(await refund(kept, { box: 'stays' })).toMatchObject({ ok: true })
  await testShop.shop.recordAfterSale(kept.order.paymentIntentId!)
  expect(await reasonsOf(kept)).toEqual([])
  const noted = await eventsNow(testShop, kept.shipment.id)
  expect(noted.map(({ kind }) => kind)).toContain('note')
  const partly = await aReadyOrder()
  await handOver(testShop, staff, [partly])
  expect(await refund(partly, { amountCents: 1_000 })).toMatchObject({ ok: true })
})

test('a pickup that is refunded in full gives its appointment back', async () => {
  const { db, services } = testShop
  const startTimes = Object.fromEntries(Array.from({ length: 7 }, (_, day) => [day, ['10:00']]))
  const place = { name: 'The cellar', address: '12 Main Street, Napa', startTimes }
  await db.insert(pickupPlaces).values(place)
  const one = await aReadyOrder('pickup')
  const [slot] = await offeredSlots(db, services)
  const buyer = { userId: one.member.id, number: one.order.number }
  const wish = { shipmentId: one.shipment.id, slot: slot!.key }
  expect(await choosePickup(services, buyer, wish)).toEqual({ ok: true })
  expect(await pickupsOf(db, [one.shipment.id])).toMatchObject([{ state: 'agreed' }])
  expect((await offeredSlots(db, services))[0]!.key).not.toBe(slot!.key)
  expect(await refund(one)).toMatchObject({ ok: true })
  expect((await shipmentNow(testShop, one.shipment.id)).state).toBe('cancelled')
  expect(await pickupsOf(db, [one.shipment.id])).toEqual([])
  expect((await offeredSlots(db, services))[0]!.key).toBe(slot!.key)
})

test('of two buyers who choose one time at once, one is told that it is taken', async () => {
  const { db, services } = testShop
  const [one, other] = [await aReadyOrder('pickup'), await aReadyOrder('pickup')]
  const [slot] = await offeredSlots(db, services)
  const { placeId, from, until, key } = slot!
  const buyer = { userId: other.member.id, number: other.order.number }
  // An object: a transaction waits for a promise that it returns.
  const { choosing } = await db.transaction(async (tx) => {
    await insertAgreedPickup(tx, { shipmentId: one.shipment.id, placeId, from, until })
    const later = choosePickup(services, buyer, { shipmentId: other.shipment.id, slot: key })
    await vi.waitFor(async () => expect(await waitingForLocks(db)).toBe(1))
    return { choosing: later }
  })
  expect(await choosing).toEqual({ ok: false, reason: 'taken' })
})

test('a handover beside a refund of a part ships what is left, or is refused', async () => {
  for (let round = 0; round < 6; round++) {
    const one = await aReadyOrder()
    const { number } = one.shipment
    const part = { amountCents: 48_263, stockBack: { [wine]: 1 } }
    const [made, refunded] = await Promise.all([
      sendHandover(testShop, staff, [number]),
      refund(one, part),
    ])
    expect(refunded).toMatchObject({ ok: true })
    const { state } = await shipmentNow(testShop, one.shipment.id)
    const [line] = await testShop.db
      .select()
      .from(shipmentLines)
      .where(eq(shipmentLines.shipmentId, one.shipment.id))
    if (!made.ok) {
      expect([made.status, state, line!.units]).toEqual([409, 'ready', 1])
      continue
    }
    expect(state).toBe('handed-over')
    // What the file says is what the shipment has, whichever was first.
    expect(made.done.handover.caseCount).toBe(line!.units)
  }
})

test.each(['shipped', 'delivered', 'returned', 'lost', 'damaged', 'ready'] as const)(
  'a refund of a part takes its units out of a box that is still here alone: %s',
  async (state) => {
    const one = await aReadyOrder()
    await testShop.db.update(shipments).set({ state }).where(eq(shipments.id, one.shipment.id))
    const part = { amountCents: 48_263, stockBack: { [wine]: 1 } }
    expect(await refund(one, part)).toMatchObject({ ok: true })
    const lines = await testShop.db
      .select({ units: shipmentLines.units })
      .from(shipmentLines)
      .where(eq(shipmentLines.shipmentId, one.shipment.id))
    expect(lines).toEqual([{ units: state === 'ready' ? 1 : 2 }])
    expect((await shipmentNow(testShop, one.shipment.id)).state).toBe(state)
  },
)

test.each([
  ['returned', 'ship-again', shipAgain],
  ['lost', 'replace', replaceShipment],
  ['damaged', 'replace', replaceShipment],
] as const)(
  'nothing more is sent for a box that is %s of a refunded order',
  async (state, action, act) => {
    const { db, services } = testShop
    const one = await aReadyOrder()
    const { id, number } = one.shipment
    await db.update(shipments).set({ state }).where(eq(shipments.id, id))
    const whyNot = async () => {
      const viewed = await viewShipment(services, staff, number)
      return viewed!.shipments.find(({ shipment }) => shipment.id === id)!.whyNot[action]
    }
    expect(await whyNot()).toBeNull()
    expect(await refund(one)).toMatchObject({ ok: true })
    expect(await whyNot()).toBe('not-owed')
    const stockBefore = await db.select().from(products).where(eq(products.id, wine))
    const sentence =
      'Its wine was refunded, or its payment is disputed, so nothing more is sent for it.'
    expect(await act(services, staff, { number })).toMatchObject({ status: 409, sentence })
    expect(await db.$count(shipments, eq(shipments.replaces, id))).toBe(0)
    expect(await db.select().from(products).where(eq(products.id, wine))).toEqual(stockBefore)
  },
)

test('a replacement that is approved after a refund is not made', async () => {
  const { db, services } = testShop
  const one = await aReadyOrder()
  const { id, number } = one.shipment
  await db.update(shipments).set({ state: 'lost' }).where(eq(shipments.id, id))
  expect(await refund(one)).toMatchObject({ ok: true })
  const approved = db.transaction((tx) =>
    replaceApproved(services, tx, number, { by: staff, approvedBy: owner.email }),
  )
  await expect(approved).rejects.toMatchObject({ status: 409 })
  expect(await db.$count(shipments, eq(shipments.replaces, id))).toBe(0)
})

test('an order whose full refund the provider refuses has its shipment again, and is flagged', async () => {
  const one = await aReadyOrder()
  const makeRefund = async () => {
    throw new ProviderRefused('charge_disputed', 'The charge is disputed.')
  }
  const payments = { ...testShop.services.payments, makeRefund }
  const refusing = { ...testShop, services: { ...testShop.services, payments } }
  const { number, totalCents: amountCents } = one.order
  const asked = { number, amountCents, reason: 'Corked.', stockBack: {}, token: randomUUID() }
  expect(await askRefund(refusing, owner, asked)).toMatchObject({ state: 'failed' })
  const states = await testShop.db
    .select({ state: shipments.state })
    .from(shipments)
    .where(eq(shipments.orderId, one.order.id))
    .orderBy(asc(shipments.number))
  expect(states).toEqual([{ state: 'cancelled' }, { state: 'waiting' }])
  expect(await reasonsOf(one)).toEqual(['refund-failed'])
})

test('notes of staff about an order are in its buyer’s export, and go with the account', async () => {
  const { member, order } = await aReadyOrder()
  const note = { number: order.number, note: 'Called twice about the gate.' }
  expect(await addOrderNote(testShop.services, owner, note)).toMatchObject({ ok: true })
  const exported = await testShop.shop.exportPersonalData(member)
  expect(exported).toMatchObject({
    orderNotes: [{ orderNumber: order.number, text: 'Called twice about the gate.' }],
  })
  expect(JSON.stringify(exported)).not.toContain(owner.email)
  await testShop.db.transaction(async (tx) => {
    const { deletePerson } = await import('#privacy/deletion/delete-person.store.server.ts')
    await deletePerson(testShop.services, tx, member.id)
  })
  const viewed = await viewOrderAsStaff(testShop.services, owner, order.number)
  expect(viewed!.notes).toEqual([])
})

test('an order without a box is taken in unless all of it is refunded, or is about to be', async () => {
  const { db, services } = testShop
  const { order } = await aReadyOrder()
  await db.update(shipments).set({ state: 'cancelled' }).where(eq(shipments.orderId, order.id))
  const ofOrder = { orderId: order.id, cause: 'staff', amountCents: order.totalCents } as const
  const takenIn = async () => {
    const taken = await takeInOrders(services, staff, { since: '2020-01-01' })
    return taken.ok && taken.done.count
  }
  const requestKey = randomUUID()
  await db.insert(refunds).values({ ...ofOrder, requestKey })
  const is = async (made: Partial<typeof refunds.$inferInsert>) => {
    await db.update(refunds).set(made).where(eq(refunds.requestKey, requestKey))
    return takenIn()
  }
  expect(await is({ state: 'requested' })).toBe(0)
  expect(await is({ state: 'made' })).toBe(0)
  expect(await is({ amountCents: order.totalCents - 1 })).toBe(1)
  await db.update(shipments).set({ state: 'cancelled' }).where(eq(shipments.orderId, order.id))
  expect(await is({ amountCents: order.totalCents, state: 'failed' })).toBe(1)
})
