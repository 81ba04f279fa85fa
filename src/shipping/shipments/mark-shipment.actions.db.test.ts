import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { openFlagsOf } from '#orders/flags/order-flags.store.server.ts'
import { shopDates } from '#platform/text/dates.rules.ts'
import { beginningOf } from '#platform/text/typed-hour.rules.ts'
import type { StaffMember } from '#tests/harness/shipping.ts'
import {
  emailsTo,
  eventsNow,
  handOver,
  shipmentNow,
  shipmentsTo,
  shippingStaff,
} from '#tests/harness/shipping.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { openTestShop, setStock } from '#tests/harness/test-shop.ts'

import { receiveBack } from '../returns/settle-shipment.actions.server.ts'
import type { CarrierKind } from '../tracking/events.rules.ts'
import { parcelsOf } from '../tracking/parcels.store.server.ts'
import { recordNews } from '../tracking/record-events.actions.server.ts'
import {
  markDamaged,
  markDelivered,
  markLost,
  markReturned,
} from './mark-shipment.actions.server.ts'

let testShop: TestShop
let staff: StaffMember

beforeAll(async () => {
  testShop = await openTestShop()
  staff = await shippingStaff(testShop)
})
afterAll(() => testShop.close())
beforeEach(() => setStock(testShop.db, 'malbec-2022', 1_000))

const timeZone = 'America/Los_Angeles'
const dayFromNow = (days: number) =>
  shopDates(timeZone).isoDay(new Date(testShop.services.clock().getTime() + days * 86_400_000))

/** A box that the carrier reported so on its way, one report a minute ago for each. */
async function reported(...kinds: CarrierKind[]) {
  const [one] = await shipmentsTo(testShop, staff, 'TX', 1)
  await handOver(testShop, staff, [one!])
  const { id, number } = one!.shipment
  const [parcel] = await parcelsOf(testShop.db, [id])
  const now = testShop.services.clock().getTime()
  const events = kinds.map((kind, index) => ({
    ...{ parcelId: parcel!.id, source: 'carrier' as const, kind },
    at: new Date(now - (kinds.length - index) * 60_000),
  }))
  if (events.length > 0) {
    await testShop.db.transaction((tx) => recordNews(testShop.services, tx, id, { events }))
  }
  return { id, number, order: one!.order }
}

const allUnderWay = [
  ['handed-over', []],
  ['shipped', ['shipped']],
  ['out', ['out']],
  ['attempted', ['attempted']],
  ['at-depot', ['attempted', 'at-depot']],
  ['returning', ['returning']],
] as const satisfies readonly (readonly [string, readonly CarrierKind[]])[]

test.each(allUnderWay)('staff mark a box that is %s as delivered', async (state, kinds) => {
  const box = await reported(...kinds)
  expect((await shipmentNow(testShop, box.id)).state).toBe(state)
  const day = dayFromNow(0)
  const typed = { number: box.number, deliveredOn: day, signer: 'A RUIZ', reason: 'FedEx’s page' }
  expect(await markDelivered(testShop.services, staff, typed)).toMatchObject({ ok: true })
  expect(await shipmentNow(testShop, box.id)).toMatchObject({
    ...{ state: 'delivered', signedBy: 'A RUIZ', recheckAt: null, returnedAt: null },
    deliveredAt: beginningOf(day, timeZone),
  })
  expect((await parcelsOf(testShop.db, [box.id])).map((parcel) => parcel.state)).toEqual([
    'delivered',
  ])
  const told = (await eventsNow(testShop, box.id)).find(({ kind }) => kind === 'delivered')
  expect(told).toMatchObject({
    source: 'staff',
    isDay: true,
    signer: 'A RUIZ',
    text: 'FedEx’s page',
  })
  const [mail] = await emailsTo(testShop, box.order.email, 'order-delivered')
  expect(mail!.props).toMatchObject({
    deliveredOn: shopDates(timeZone).weekday(testShop.services.clock()),
    signedBy: 'A RUIZ',
  })
  expect(await openFlagsOf(testShop.db, box.order.id)).toEqual([])
})

test('a delivery without a name is flagged, and its day is one since the handover', async () => {
  const box = await reported('shipped')
  const mark = (deliveredOn: string) =>
    markDelivered(testShop.services, staff, {
      ...{ number: box.number, deliveredOn, signer: '', reason: 'The buyer has it' },
    })
  expect(await mark('')).toMatchObject({ errors: { deliveredOn: 'Please choose a day.' } })
  expect(await mark(dayFromNow(1))).toMatchObject({
    errors: { deliveredOn: 'That day is in the future.' },
  })
  expect(await mark(dayFromNow(-1))).toMatchObject({
    errors: { deliveredOn: 'That day is before the handover.' },
  })
  expect(await mark(dayFromNow(0))).toMatchObject({ ok: true })
  expect(await mark(dayFromNow(0))).toMatchObject({ status: 409 })
  const flags = await openFlagsOf(testShop.db, box.order.id)
  expect(flags.map(({ reason }) => reason)).toEqual(['delivered-unsigned'])
})

test.each(allUnderWay)('a box that is %s and comes back here is received', async (_, kinds) => {
  const box = await reported(...kinds)
  const typed = { number: box.number, reason: 'It stood at the gate' }
  const before = testShop.services.clock().getTime()
  expect(await markReturned(testShop.services, staff, typed)).toMatchObject({ ok: true })
  const { state, returnedAt, deliveredAt } = await shipmentNow(testShop, box.id)
  expect({ state, deliveredAt }).toEqual({ state: 'returned', deliveredAt: null })
  expect(returnedAt!.getTime()).toBeGreaterThanOrEqual(before)
  expect(await emailsTo(testShop, box.order.email, 'order-returned')).toHaveLength(1)
  expect(await receiveBack(testShop.services, staff, { number: box.number })).toMatchObject({
    ok: true,
  })
})

test.each([
  ['lost', ['attempted'], markLost],
  ['lost', ['attempted', 'at-depot'], markLost],
  ['damaged', ['attempted'], markDamaged],
  ['damaged', ['attempted', 'at-depot'], markDamaged],
] as const)('staff mark a box %s after %j', async (state, kinds, mark) => {
  const box = await reported(...kinds)
  const typed = { number: box.number, reason: 'The carrier called' }
  expect(await mark(testShop.services, staff, typed)).toMatchObject({ ok: true })
  expect((await shipmentNow(testShop, box.id)).state).toBe(state)
})
