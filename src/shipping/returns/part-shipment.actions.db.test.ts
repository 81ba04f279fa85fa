import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { products } from '#catalogue/wines/tables.ts'
import { openFlagsOf } from '#orders/flags/order-flags.store.server.ts'
import { refunds } from '#orders/order/tables.ts'
import type { StaffMember } from '#tests/harness/shipping.ts'
import {
  emailsTo,
  handOver,
  shipmentNow,
  shipmentsTo,
  shippingStaff,
} from '#tests/harness/shipping.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { openTestShop } from '#tests/harness/test-shop.ts'

import { remindOfShipments } from '../follow-ups/remind-of-shipments.actions.server.ts'
import { markReturned } from '../shipments/mark-shipment.actions.server.ts'
import { shipmentsOf } from '../shipments/shipments.store.server.ts'
import { parcels, shipmentLines, shipments } from '../tables.ts'
import { addTracking } from '../tracking/add-tracking.actions.server.ts'
import { dueParcels } from '../tracking/carrier-contacts.store.server.ts'
import type { CarrierKind } from '../tracking/events.rules.ts'
import { recordNews } from '../tracking/record-events.actions.server.ts'
import { whereOrderIs } from '../whereabouts/where-orders-are.actions.server.ts'
import { partShipment } from './part-shipment.actions.server.ts'
import { chooseReturn } from './settle-return.actions.server.ts'
import { receiveBack, replaceShipment, shipAgain } from './settle-shipment.actions.server.ts'

let testShop: TestShop
let staff: StaffMember

beforeAll(async () => {
  testShop = await openTestShop()
  staff = await shippingStaff(testShop)
})
afterAll(() => testShop.close())

const hoursAgo = (hours: number) =>
  new Date(testShop.services.clock().getTime() - hours * 3_600_000)

/** Two cases of one wine in two parcels of UPS, handed over. */
async function twoParcels() {
  const [one] = await shipmentsTo(testShop, staff, 'TX', 1, { index: 1 })
  const { id, number } = one!.shipment
  await handOver(testShop, staff, [one!])
  const trackingNumber = `1Z999AA3${String(number).padStart(10, '0')}`
  const typed = { number, carrier: 'ups', trackingNumber }
  expect(await addTracking(testShop.services, staff, typed)).toMatchObject({ ok: true })
  const own = await testShop.db
    .select()
    .from(parcels)
    .where(eq(parcels.shipmentId, id))
    .orderBy(parcels.trackingNumber)
  const learn = (parcel: number, ...told: [hours: number, kind: CarrierKind][]) =>
    testShop.db.transaction((tx) =>
      recordNews(testShop.services, tx, id, {
        events: told.map(([hours, kind]) => ({
          ...{ parcelId: own[parcel]!.id, source: 'carrier' as const, kind, at: hoursAgo(hours) },
          signer: kind === 'delivered' ? 'A RUIZ' : '',
        })),
      }),
    )
  const lines = await testShop.db
    .select()
    .from(shipmentLines)
    .where(eq(shipmentLines.shipmentId, id))
  const { productId, units } = lines[0]!
  expect(units).toBe(2)
  return { id, number, order: one!.order, own, learn, productId }
}

type TwoParcels = Awaited<ReturnType<typeof twoParcels>>

const part = ({ number, productId }: Pick<TwoParcels, 'number' | 'productId'>, units: string) =>
  partShipment(testShop.services, staff, { number, [`units-${productId}`]: units })

const apartFirst = 'Its parcels ended differently: first say what is in which.'
const mailsOf = async ({ order }: TwoParcels) => ({
  returned: (await emailsTo(testShop, order.email, 'order-returned')).map(
    ({ props }) => (props as { ordered: { quantity: number }[] }).ordered[0]!.quantity,
  ),
  delivered: (await emailsTo(testShop, order.email, 'order-delivered')).map(
    ({ props }) => (props as { ordered: { quantity: number }[] }).ordered[0]!.quantity,
  ),
})

const soldOf = async (id: string) =>
  (await testShop.db.select().from(products).where(eq(products.id, id)))[0]!.sold

test('one of two parcels came back: it alone is asked about, received and refunded', async () => {
  const box = await twoParcels()
  await box.learn(0, [40, 'shipped'], [30, 'delivered'])
  await box.learn(1, [40, 'shipped'], [20, 'returning'], [10, 'returned'])
  expect((await shipmentNow(testShop, box.id)).state).toBe('returned')
  // Until staff have said what came back, nothing is done with all of the wine.
  expect(await mailsOf(box)).toEqual({ returned: [], delivered: [] })
  const buyer = { userId: box.order.userId!, number: box.order.number }
  const choice = { shipmentId: box.id, choice: 'refund' as const }
  expect(await chooseReturn(testShop.services, buyer, choice)).toEqual({
    ...{ ok: false, reason: 'settled' },
  })
  const [shown] = await whereOrderIs(testShop.services, box.order, { isGuest: false })
  expect(shown!.returned).toBeNull()
  for (const act of [receiveBack, shipAgain]) {
    expect(await act(testShop.services, staff, { number: box.number })).toMatchObject({
      ...{ ok: false, sentence: apartFirst },
    })
  }
  await testShop.db
    .update(shipments)
    .set({ returnedAt: hoursAgo(24 * 20) })
    .where(eq(shipments.id, box.id))
  await remindOfShipments(testShop.services)
  expect(await mailsOf(box)).toEqual({ returned: [], delivered: [] })

  const tooMany = 'A number from 0 to 2, please.'
  expect(await part(box, '3')).toMatchObject({ ok: false, sentence: tooMany })
  const allOfIt = 'Something must be left in the other parcels.'
  expect(await part(box, '2')).toMatchObject({ ok: false, sentence: allOfIt })
  expect(await part(box, '1')).toMatchObject({ ok: true })
  const [left, back] = await shipmentsOf(testShop.db, box.order.id)
  expect(left).toMatchObject({ state: 'delivered', signedBy: 'A RUIZ', returnedAt: null })
  expect(back).toMatchObject({ kind: 'split', state: 'returned', toState: 'TX', settledAt: null })
  expect(back!.returnedAt!.getTime()).toBeGreaterThan(hoursAgo(1).getTime())
  expect(await mailsOf(box)).toEqual({ returned: [1], delivered: [1] })

  const sold = await soldOf(box.productId)
  const chosen = { ...choice, shipmentId: back!.id }
  expect(await chooseReturn(testShop.services, buyer, chosen)).toEqual({ ok: true })
  const received = await receiveBack(testShop.services, staff, { number: back!.number })
  expect(received).toMatchObject({ ok: true })
  expect(await soldOf(box.productId)).toBe(sold - 1)
  const [refund] = await testShop.db.select().from(refunds).where(eq(refunds.orderId, box.order.id))
  const { subtotalCents, taxCents } = box.order
  expect(refund!.amountCents).toBe(subtotalCents / 2 + Math.round(taxCents / 2))
  expect(await part(box, '1')).toMatchObject({ ok: false, status: 409 })
  expect(await part({ ...box, number: back!.number }, '1')).toMatchObject({
    sentence: 'The shipment changed in the meantime.',
  })
  const whole = await whereOrderIs(testShop.services, box.order, { isGuest: false })
  expect(whole.map(({ state, parcels: own }) => [state, own.map(({ number }) => number)])).toEqual([
    ['delivered', [box.own[0]!.trackingNumber]],
    ['returned', [box.own[1]!.trackingNumber]],
  ])
  const changed = whole.flatMap(({ events }) => events).filter(({ change }) => change !== '')
  expect(changed).toEqual([])
})

test('one of two parcels is lost: it alone is replaced, and the other is still asked about', async () => {
  const box = await twoParcels()
  await testShop.db
    .update(products)
    .set({ stock: sql`sold + held + promised + 10` })
    .where(eq(products.id, box.productId))
  await box.learn(0, [40, 'shipped'])
  await box.learn(1, [40, 'shipped'], [20, 'lost'])
  expect((await shipmentNow(testShop, box.id)).state).toBe('lost')
  const now = new Date(testShop.services.clock().getTime() + 3_600_000)
  const due = (await dueParcels(testShop.db, ['ups'], now, 1_000)).map(({ id }) => id)
  expect(due).toContain(box.own[0]!.id)
  const replace = (number: number) => replaceShipment(testShop.services, staff, { number })
  expect(await replace(box.number)).toMatchObject({ ok: false, sentence: apartFirst })
  expect(await part(box, '1')).toMatchObject({ ok: true })
  const [left, lost] = await shipmentsOf(testShop.db, box.order.id)
  expect([left!.state, lost!.state]).toEqual(['shipped', 'lost'])
  const flags = await openFlagsOf(testShop.db, box.order.id)
  expect(flags.map(({ reason, source }) => [reason, source])).toEqual([['shipment-lost', lost!.id]])
  expect(await replace(lost!.number)).toMatchObject({ ok: true })
  const all = await shipmentsOf(testShop.db, box.order.id)
  const lines = await testShop.db
    .select()
    .from(shipmentLines)
    .where(eq(shipmentLines.shipmentId, all[2]!.id))
  expect(lines).toMatchObject([{ productId: box.productId, units: 1 }])
  await box.learn(0, [2, 'delivered'])
  expect((await shipmentNow(testShop, box.id)).state).toBe('delivered')
})

test('the other parcel comes back too: the buyer is asked about all of it then', async () => {
  const box = await twoParcels()
  await box.learn(0, [40, 'shipped'], [30, 'returning'])
  await box.learn(1, [40, 'shipped'], [30, 'returning'], [20, 'returned'])
  expect(await mailsOf(box)).toEqual({ returned: [], delivered: [] })
  await box.learn(0, [1, 'returned'])
  expect(await mailsOf(box)).toEqual({ returned: [2], delivered: [] })
  const again = await shipAgain(testShop.services, staff, { number: box.number })
  expect(again).toMatchObject({ ok: true })
})

test('what staff say of a box holds for the parcels that have not ended', async () => {
  const box = await twoParcels()
  await box.learn(0, [40, 'shipped'], [30, 'delivered'])
  await box.learn(1, [40, 'shipped'])
  const typed = { number: box.number, reason: 'It stood at the gate' }
  expect(await markReturned(testShop.services, staff, typed)).toMatchObject({ ok: true })
  const states = await testShop.db
    .select({ state: parcels.state })
    .from(parcels)
    .where(eq(parcels.shipmentId, box.id))
    .orderBy(parcels.trackingNumber)
  expect(states.map(({ state }) => state)).toEqual(['delivered', 'returned'])
  expect((await shipmentNow(testShop, box.id)).state).toBe('returned')
})
