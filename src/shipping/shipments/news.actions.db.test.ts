import { and, eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { tasks } from '#admin/today/tables.ts'
import { products } from '#catalogue/wines/tables.ts'
import { openFlagsOf } from '#orders/flags/order-flags.store.server.ts'
import { shopDates } from '#platform/text/dates.rules.ts'
import { beginningOf } from '#platform/text/typed-hour.rules.ts'
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
import type { TestShop } from '#tests/harness/test-shop.ts'
import { openTestShop, setStock } from '#tests/harness/test-shop.ts'
import { afterChange, waitingForLocks } from '#tests/harness/waiting-for-locks.ts'

import { saveShippingSettings } from '../overview/overview.actions.server.ts'
import { shippingSettingsOf } from '../overview/shipping-settings.store.server.ts'
import { receiveBack } from '../returns/settle-shipment.actions.server.ts'
import { parcels, shipments } from '../tables.ts'
import { addTracking, importTracking } from '../tracking/add-tracking.actions.server.ts'
import type { CarrierKind } from '../tracking/events.rules.ts'
import { insertParcel } from '../tracking/parcels.store.server.ts'
import { recordNews } from '../tracking/record-events.actions.server.ts'
import { eventsOf, insertEvents } from '../tracking/shipment-events.store.server.ts'
import { markReturned } from './mark-shipment.actions.server.ts'
import { isOfShipment } from './search-shipments.store.server.ts'
import { whyNotNow } from './shipment-actions.actions.server.ts'

let testShop: TestShop
let staff: StaffMember

beforeAll(async () => {
  testShop = await openTestShop()
  staff = await shippingStaff(testShop)
  const saved = await saveShippingSettings(testShop.services, staff, {
    ...{ version: 1, senderZip: '94558', holidays: '', daysBefore: '0' },
    // There is no seventh day after Saturday.
    ground: ['0', '1', '2', '3', '4', '5', '6', '7', '-1', '1.5'],
  })
  expect(saved).toMatchObject({ ok: true })
  const { dispatch } = (await shippingSettingsOf(testShop.db))!
  expect(dispatch.ground).toEqual([0, 1, 2, 3, 4, 5, 6])
})
afterAll(() => testShop.close())
beforeEach(() => setStock(testShop.db, 'malbec-2022', 1_000))

/** A shipment that was handed over, with its parcel and its order. */
async function onItsWay() {
  const [one] = await shipmentsTo(testShop, staff, 'TX', 1)
  await handOver(testShop, staff, [one!])
  const [parcel] = await testShop.db
    .select()
    .from(parcels)
    .where(eq(parcels.shipmentId, one!.shipment.id))
  return { ...one!, parcel: parcel! }
}

type OnItsWay = Awaited<ReturnType<typeof onItsWay>>
type Told = [hour: number, kind: CarrierKind, more?: { place?: string; signer?: string }]

const moment = (hour: number) => new Date(Date.UTC(2026, 10, 3, hour))

const learn = ({ shipment, parcel }: OnItsWay, ...told: Told[]) =>
  testShop.db.transaction((tx) =>
    recordNews(testShop.services, tx, shipment.id, {
      events: told.map(([hour, kind, { place = '', signer = '' } = {}]) => ({
        parcelId: parcel.id,
        at: moment(hour),
        source: 'carrier' as const,
        kind,
        place,
        signer,
      })),
    }),
  )

const flagsOf = async ({ order }: OnItsWay) =>
  (await openFlagsOf(testShop.db, order.id)).map(({ reason }) => reason)

const mailsOf = async ({ order }: OnItsWay) => ({
  shipped: (await emailsTo(testShop, order.email, 'order-shipped')).length,
  delivered: (await emailsTo(testShop, order.email, 'order-delivered')).length,
  returned: (await emailsTo(testShop, order.email, 'order-returned')).length,
})

describe('news of a carrier', () => {
  test('delivered, then shipped, then delivered again: one email, three events in true order', async () => {
    const box = await onItsWay()
    const signer = 'A RUIZ'
    await learn(box, [9, 'delivered', { place: 'Austin, TX 78701', signer }])
    await learn(box, [1, 'shipped'])
    await learn(box, [10, 'delivered', { place: 'Austin, TX 78701', signer }])
    expect(await shipmentNow(testShop, box.shipment.id)).toMatchObject({
      state: 'delivered',
      signedBy: signer,
      deliveredAt: moment(9),
      shippedAt: moment(1),
    })
    expect(await mailsOf(box)).toEqual({ shipped: 0, delivered: 1, returned: 0 })
    const events = await eventsNow(testShop, box.shipment.id)
    const told = events.filter(({ source }) => source === 'carrier').map(({ kind }) => kind)
    expect(told).toEqual(['shipped', 'delivered', 'delivered'])
    expect(await flagsOf(box)).toEqual([])
  })

  test('shipped, then delivered later: an email for each', async () => {
    const box = await onItsWay()
    await learn(box, [1, 'shipped'])
    await learn(box, [1, 'shipped'])
    await learn(box, [9, 'delivered', { signer: 'A RUIZ' }])
    expect(await mailsOf(box)).toEqual({ shipped: 1, delivered: 1, returned: 0 })
  })

  test('an attempt names the last day, a second one is a task', async () => {
    const box = await onItsWay()
    await learn(box, [1, 'shipped'], [20, 'attempted', { place: 'Austin, TX' }])
    const [mail] = await emailsTo(testShop, box.order.email, 'order-attempted')
    expect(mail!.props).toMatchObject({ place: 'Austin, TX', lastDay: 'Sunday, November 8' })
    expect(await flagsOf(box)).toEqual([])
    await learn(box, [21, 'out'], [23, 'attempted', { place: 'Austin, TX' }])
    expect(await emailsTo(testShop, box.order.email, 'order-attempted')).toHaveLength(2)
    expect(await flagsOf(box)).toEqual(['second-attempt'])
    // It still says what to do while the depot keeps the box.
    await learn(box, [24, 'at-depot', { place: 'Austin, TX' }])
    expect(await flagsOf(box)).toEqual(['second-attempt'])
    await learn(box, [26, 'delivered', { place: 'Austin, TX', signer: 'A RUIZ' }])
    expect(await flagsOf(box)).toEqual([])
  })

  test('a depot to which no attempt led names no last day that the carrier has not named', async () => {
    const box = await onItsWay()
    await learn(box, [1, 'shipped'], [20, 'at-depot', { place: 'Austin, TX' }])
    const [mail] = await emailsTo(testShop, box.order.email, 'order-at-depot')
    expect(mail!.props).toMatchObject({ place: 'Austin, TX', lastDay: null })
  })

  test('a delivery at the sender’s own ZIP code is a return', async () => {
    const box = await onItsWay()
    await learn(box, [1, 'shipped'], [9, 'delivered', { place: 'Napa, CA 94558' }])
    expect((await shipmentNow(testShop, box.shipment.id)).state).toBe('returned')
    expect(await mailsOf(box)).toEqual({ shipped: 0, delivered: 0, returned: 1 })
  })

  test('a delivery to a buyer who lives in the sender’s ZIP code is none, unless it was on its way back', async () => {
    const [box, back] = [await onItsWay(), await onItsWay()]
    const local = inArray(shipments.id, [box.shipment.id, back.shipment.id])
    await testShop.db.update(shipments).set({ toZip: '94558-1234', toState: 'CA' }).where(local)
    const signed = { place: 'Napa, CA 94558', signer: 'A RUIZ' }
    await learn(box, [1, 'shipped'], [9, 'delivered', signed])
    expect((await shipmentNow(testShop, box.shipment.id)).state).toBe('delivered')
    expect(await mailsOf(box)).toEqual({ shipped: 0, delivered: 1, returned: 0 })
    await learn(back, [1, 'shipped'], [5, 'returning'], [9, 'delivered', signed])
    expect((await shipmentNow(testShop, back.shipment.id)).state).toBe('returned')
  })

  test('a delivery without a name flags the order, until the name is known', async () => {
    const box = await onItsWay()
    await learn(box, [9, 'delivered'])
    expect(await flagsOf(box)).toEqual(['delivered-unsigned'])
  })

  test('a return that is reported days after the delivery is a flag, once for each report', async () => {
    const box = await onItsWay()
    await learn(box, [1, 'shipped'], [9, 'delivered', { signer: 'A RUIZ' }])
    expect(await flagsOf(box)).toEqual([])
    await learn(box, [80, 'returning'])
    await learn(box, [80, 'returning'])
    expect(await flagsOf(box)).toEqual(['return-contradicts'])
    await learn(box, [100, 'returned'])
    expect(await flagsOf(box)).toEqual(['return-contradicts', 'return-contradicts'])
    expect((await shipmentNow(testShop, box.shipment.id)).state).toBe('delivered')
  })

  test.each([
    ['attempted', ['shipment-attempted']],
    ['lost', ['shipment-unsound']],
    ['damaged', ['shipment-unsound']],
    ['returned', ['shipment-returned']],
  ] as const)('a box that is %s is one task', async (kind, kinds) => {
    const box = await onItsWay()
    const open = async () =>
      (
        await testShop.db
          .select()
          .from(tasks)
          .where(
            and(
              eq(tasks.state, 'open'),
              inArray(tasks.number, [box.shipment.number, box.order.number]),
            ),
          )
      ).map((task) => task.kind)
    await learn(box, [1, 'shipped'], [3, kind], [5, kind])
    expect(await open()).toEqual(kinds)
    await testShop.shop.repairTasks()
    expect(await open()).toEqual(kinds)
  })

  test('what a flag says of a box ends with that', async () => {
    const box = await onItsWay()
    await learn(box, [1, 'shipped'], [3, 'attempted'], [5, 'attempted'])
    await learn(box, [9, 'delivered', { signer: 'A RUIZ' }])
    expect(await flagsOf(box)).toEqual([])
  })

  test('events can neither be changed nor deleted', async () => {
    const box = await onItsWay()
    await learn(box, [1, 'shipped'])
    for (const statement of [
      `update shipment_events set text = 'x'`,
      'delete from shipment_events',
    ]) {
      await expect(testShop.db.execute(statement)).rejects.toMatchObject({
        cause: { message: expect.stringContaining('append-only') },
      })
    }
  })
})

/** A number in the form of UPS. */
const numbered = (word: string, number: number) =>
  `1Z${word}${String(number).padStart(16 - word.length, '0')}`

const importedBefore = {
  status: 409,
  sentence: expect.stringContaining('This file was imported on') as string,
}

describe('staff', () => {
  test('undo a delivery with a reason, and take returned wine back into stock', async () => {
    const box = await onItsWay()
    await learn(box, [9, 'delivered', { signer: 'A RUIZ' }])
    const { number, id } = box.shipment
    const { services } = testShop
    expect(await markReturned(services, staff, { number, reason: '' })).toMatchObject({
      errors: { reason: 'A reason of at most 200 characters, please.' },
    })
    expect(await markReturned(services, staff, { number, reason: 'neighbour' })).toMatchObject({
      ok: true,
    })
    expect((await shipmentNow(testShop, id)).state).toBe('returned')
    const soldNow = async () => (await testShop.db.select().from(products)).map(({ sold }) => sold)
    const before = (await soldNow()).reduce((sum, sold) => sum + sold, 0)
    expect(await receiveBack(services, staff, { number })).toMatchObject({ ok: true })
    expect(await receiveBack(services, staff, { number })).toMatchObject({ status: 409 })
    expect((await soldNow()).reduce((sum, sold) => sum + sold, 0)).toBeLessThan(before)
  })

  test('take the good rows of a file only when they say so, and name the others', async () => {
    const all = await shipmentsTo(testShop, staff, 'CA', 47)
    const numbers = all.map(({ shipment }) => shipment.number)
    await sendHandover(testShop, staff, numbers)
    const rows = [
      'Shipment or order number,Carrier,Tracking number,Shipped date',
      ...numbers.map((number) => `S-${number},UPS,${numbered('FILE', number)},`),
      `S-999999,UPS,${numbered('FILE', 1)},`,
      `S-999998,Pony,${numbered('FILE', 2)},soon`,
      `S-${numbers[0]},UPS,1Z999AA1012345678,`,
      `K-${all[0]!.order.number},UPS,1Z999AA10000002001,`,
      `S-${numbers[1]},UPS,${numbered('FILE', 3)},11/28/2020`,
    ]
    const file = new File([rows.join('\n')], 'ups.csv')
    const send = (typed: object) => importTracking(testShop.services, staff, { file, ...typed })
    const taken = await testShop.db.select().from(parcels)
    expect(await send({})).toMatchObject({ done: { isDone: false, good: 47 } })
    expect(await testShop.db.select().from(parcels)).toHaveLength(taken.length)
    const done = await send({ good: 'yes' })
    expect(done).toMatchObject({ done: { isDone: true, good: 47 } })
    expect(done.ok && done.done.refused.map(({ line, why }) => [line, why])).toEqual([
      [49, 'unknown-shipment'],
      [50, 'unknown-carrier'],
      [50, 'no-date'],
      [50, 'unknown-shipment'],
      [51, 'not-of-carrier'],
      [52, 'other-shipment'],
      [53, 'before-order'],
    ])
    expect(done.ok && done.done.doubt).toMatch(/^Compare 1ZFILE.* and \d+ more with their labels/)
    expect(await testShop.db.select().from(parcels)).toHaveLength(taken.length + 47)
    expect(await send({ good: 'yes' })).toMatchObject(importedBefore)
  })

  test('take a file whole or not at all: a number that another box gets meanwhile is named', async () => {
    const all = await shipmentsTo(testShop, staff, 'CA', 5)
    const numbers = all.map(({ shipment }) => shipment.number)
    await sendHandover(testShop, staff, numbers)
    const other = await onItsWay()
    const rows = [
      'Shipment or order number,Carrier,Tracking number,Shipped date',
      ...numbers.map((number) => `S-${number},UPS,${numbered('RACE', number)},`),
    ]
    const file = new File([rows.join('\n')], 'race.csv')
    const take = () => importTracking(testShop.services, staff, { file })
    const before = await testShop.db.$count(parcels)
    const last = numbered('RACE', numbers.at(-1)!)
    let taking: ReturnType<typeof take>
    await testShop.db.transaction(async (tx) => {
      const parcel = { shipmentId: other.shipment.id, carrier: 'ups' as const, addedAt: new Date() }
      await insertParcel(tx, { ...parcel, trackingNumber: last })
      taking = take()
      await expect.poll(() => waitingForLocks(testShop.db)).toBeGreaterThan(0)
    })
    expect(await taking!).toMatchObject({
      done: {
        isDone: false,
        good: 4,
        refused: [{ line: 6, why: 'other-shipment', value: last }],
      },
    })
    expect(await testShop.db.$count(parcels)).toBe(before + 1)
    await testShop.db.delete(parcels).where(eq(parcels.trackingNumber, last))
    const both = await Promise.all([take(), take()])
    expect(both).toContainEqual(
      expect.objectContaining({
        said: {
          tone: 'info',
          sentence: expect.stringContaining(
            '5 rows were imported. 5 boxes have no shipped date: they count as handed over until the carrier reports them. Compare 1ZRACE',
          ),
        },
      }),
    )
    expect(both).toContainEqual(expect.objectContaining(importedBefore))
    expect(await testShop.db.$count(parcels)).toBe(before + 5)
  })

  test.each([
    [
      'by hand',
      (number: number, trackingNumber: string) =>
        addTracking(testShop.services, staff, { number, carrier: 'ups', trackingNumber }),
      { ok: false, status: 409 },
    ],
    [
      'by a file',
      (number: number, trackingNumber: string) => {
        const row = `S-${number},UPS,${trackingNumber},`
        const rows = ['Shipment or order number,Carrier,Tracking number,Shipped date', row]
        return importTracking(testShop.services, staff, {
          file: new File([rows.join('\n')], 'undone.csv'),
        })
      },
      { done: { isDone: false, good: 0 } },
    ],
  ])('add no number %s to a box whose handover is undone meanwhile', async (_by, add, refused) => {
    const { db } = testShop
    const { id, number } = (await onItsWay()).shipment
    const trackingNumber = numbered('UNDO', number)
    const added = await afterChange<unknown>(
      db,
      (tx) => tx.update(shipments).set({ state: 'ready' }).where(eq(shipments.id, id)),
      () => add(number, trackingNumber),
    )
    expect(added).toMatchObject(refused)
    expect(await db.$count(parcels, eq(parcels.trackingNumber, trackingNumber))).toBe(0)
  })

  test('add a number: what came of it is said', async () => {
    const box = await onItsWay()
    const { number, id } = box.shipment
    const add = (typed: object) =>
      addTracking(testShop.services, staff, { number, carrier: 'fedex', ...typed })
    const trackingNumber = '794655123458 794655123469'
    expect(await add({ trackingNumber: '1Z999AA10123456784' })).toMatchObject({
      errors: { trackingNumber: 'That is not a tracking number of FedEx.' },
    })
    expect(await add({ trackingNumber, shippedOn: '2026-13-01' })).toMatchObject({
      errors: { shippedOn: 'That is not a day.' },
    })
    const tomorrow = new Date(testShop.services.clock().getTime() + 24 * 60 * 60_000)
    const shippedOn = shopDates('America/Los_Angeles').isoDay(tomorrow)
    expect(await add({ trackingNumber, shippedOn })).toMatchObject({
      errors: { shippedOn: 'That day is in the future.' },
    })
    expect(await add({ trackingNumber, shippedOn: '2020-11-28' })).toMatchObject({
      errors: { shippedOn: 'That day is before the order was placed.' },
    })
    expect(await add({ trackingNumber, shippedOn: '' })).toMatchObject({
      said: {
        sentence:
          'The tracking number is added. 1 box has no shipped date: it counts as handed over until the carrier reports it.',
      },
    })
    expect((await shipmentNow(testShop, id)).state).toBe('handed-over')
    expect(await add({ trackingNumber })).toMatchObject({
      said: { sentence: 'This number is there already.' },
    })
    const today = shopDates('America/Los_Angeles').isoDay(testShop.services.clock())
    expect(await add({ trackingNumber, shippedOn: today })).toMatchObject({
      said: { sentence: 'Saved.' },
    })
    expect((await shipmentNow(testShop, id)).state).toBe('shipped')
    const rows = await testShop.db.select().from(parcels).where(eq(parcels.shipmentId, id))
    expect(rows.map((row) => row.trackingNumber).toSorted()).toEqual(
      ['794655123458', '794655123469', box.parcel.trackingNumber].toSorted(),
    )
  })

  test('a day without an hour is told after what happened on it', async () => {
    const box = await onItsWay()
    const day = shopDates('America/Los_Angeles').isoDay(testShop.services.clock())
    const trackingNumber = box.parcel.trackingNumber
    const typed = { number: box.shipment.number, carrier: 'ups', trackingNumber, shippedOn: day }
    expect(await addTracking(testShop.services, staff, typed)).toMatchObject({ ok: true })
    const events = await eventsOf(testShop.services, box.shipment.id)
    expect(events.map(({ kind, isDay }) => [kind, isDay])).toEqual([
      ['created', false],
      ['ready', false],
      ['handed-over', false],
      ['tracking', false],
      ['shipped', true],
    ])
  })

  test.each([
    // The day has 25 hours: its last one is after 23:59:59 have passed since its beginning.
    ['2026-11-01', '2026-11-02T07:30:00Z', '2026-11-02T08:00:00Z'],
    // The day has 23 hours: the night after it begins before that.
    ['2026-03-08', '2026-03-09T06:59:59Z', '2026-03-09T07:00:00Z'],
  ])('where the clocks change on %s, too', async (day, lastOfIt, firstOfNext) => {
    const box = await onItsWay()
    const told = {
      shipmentId: box.shipment.id,
      parcelId: box.parcel.id,
      source: 'carrier',
    } as const
    const at = beginningOf(day, 'America/Los_Angeles')!
    await insertEvents(testShop.db, [
      { ...told, at: new Date(firstOfNext), kind: 'returning' },
      { ...told, at, isDay: true, kind: 'delivered' },
      { ...told, at, isDay: true, kind: 'shipped' },
      { ...told, at: new Date(lastOfIt), kind: 'other' },
    ])
    const events = await eventsOf(testShop.services, box.shipment.id)
    const ofParcel = events.filter(
      ({ parcelId, source }) => parcelId === box.parcel.id && source === 'carrier',
    )
    expect(ofParcel.map(({ kind }) => kind)).toEqual(['other', 'shipped', 'delivered', 'returning'])
  })

  test('find a box by its tracking number', async () => {
    const box = await onItsWay()
    const found = await testShop.db
      .select({ id: shipments.id })
      .from(shipments)
      .where(
        isOfShipment(
          `${box.parcel.trackingNumber.slice(0, 8).toLowerCase()} ${box.parcel.trackingNumber.slice(8)}`,
        )!,
      )
    expect(found).toEqual([{ id: box.shipment.id }])
  })

  test('correct a number: the earlier one keeps its history', async () => {
    const box = await onItsWay()
    const tracking = { carrier: 'ups', shippedOn: '', number: box.shipment.number }
    const corrected = { ...tracking, trackingNumber: '1Z999AA1RIGHT00001', isCorrection: 'yes' }
    expect(await addTracking(testShop.services, staff, corrected)).toMatchObject({ ok: true })
    const rows = await testShop.db
      .select()
      .from(parcels)
      .where(eq(parcels.shipmentId, box.shipment.id))
    expect(rows.map((row) => [row.trackingNumber, row.supersededAt !== null]).toSorted()).toEqual(
      [
        ['1Z999AA1RIGHT00001', false],
        [box.parcel.trackingNumber, true],
      ].toSorted(),
    )
    const other = await onItsWay()
    const taken = { ...corrected, number: other.shipment.number }
    expect(await addTracking(testShop.services, staff, taken)).toMatchObject({
      sentence: 'This number belongs to another shipment.',
    })
  })

  test('correct a number: what was reported of the wrong one counts no longer, until it was right', async () => {
    const box = await onItsWay()
    const stateNow = async () => {
      const { state, attempts } = await shipmentNow(testShop, box.shipment.id)
      return { state, attempts }
    }
    await learn(box, [8, 'shipped'], [9, 'attempted'], [15, 'attempted'])
    expect(await stateNow()).toEqual({ state: 'attempted', attempts: 2 })
    const correct = (trackingNumber: string) =>
      addTracking(testShop.services, staff, {
        ...{ carrier: 'ups', shippedOn: '', number: box.shipment.number, isCorrection: 'yes' },
        trackingNumber,
      })
    expect(await correct('1Z999AA1RIGHT00002')).toMatchObject({ ok: true })
    expect(await stateNow()).toEqual({ state: 'handed-over', attempts: 0 })
    expect(await correct(box.parcel.trackingNumber)).toMatchObject({ ok: true })
    expect(await stateNow()).toEqual({ state: 'attempted', attempts: 2 })
    const rows = await testShop.db
      .select()
      .from(parcels)
      .where(eq(parcels.shipmentId, box.shipment.id))
    expect(rows.filter(({ supersededAt }) => supersededAt === null)).toMatchObject([
      { trackingNumber: box.parcel.trackingNumber },
    ])
    // One number that stands is enough to ask its carrier.
    const shipment = await shipmentNow(testShop, box.shipment.id)
    expect(whyNotNow('ask-carrier', shipment, rows)).toBeNull()
    const gone = rows.map((row) => ({ ...row, supersededAt: new Date() }))
    expect(whyNotNow('ask-carrier', shipment, gone)).toBe('no-tracking')
  })

  test('add a number once more that was called wrong: what was reported of it counts beside the other', async () => {
    const box = await onItsWay()
    await learn(box, [8, 'shipped'], [9, 'attempted'])
    const add = (trackingNumber: string, more: object = {}) =>
      addTracking(testShop.services, staff, {
        ...{ carrier: 'ups', shippedOn: '', number: box.shipment.number, trackingNumber, ...more },
      })
    const wrong = { isCorrection: 'yes' }
    expect(await add('1Z999AA1RIGHT00003', wrong)).toMatchObject({ ok: true })
    expect((await shipmentNow(testShop, box.shipment.id)).state).toBe('handed-over')
    const again = await add(box.parcel.trackingNumber)
    expect(again).toMatchObject({ said: { sentence: expect.stringContaining('is added') } })
    expect((await shipmentNow(testShop, box.shipment.id)).state).toBe('attempted')
  })
})
