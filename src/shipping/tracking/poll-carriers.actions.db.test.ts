import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { and, eq, isNull, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { complianceEvents } from '#compliance/tables.ts'
import type { FakeServers } from '#fakes/start.ts'
import { startFakes } from '#fakes/start.ts'
import { mails } from '#mail/tables.ts'
import { orderFlags } from '#orders/order/tables.ts'
import { shopDates } from '#platform/text/dates.rules.ts'
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

import { addDays } from '../readiness/dispatch-days.rules.ts'
import { shipmentStates } from '../shipments/shipment.rules.ts'
import { carrierContacts, parcels, shipments } from '../tables.ts'
import { dueParcels, setRecheck } from './carrier-contacts.store.server.ts'
import type { CarrierNews } from './carriers.ts'
import { CarrierUnavailable } from './carriers.ts'
import type { CarrierKind } from './events.rules.ts'
import { parcelsOf } from './parcels.store.server.ts'
import { askCarrier, pollCarriers } from './poll-carriers.actions.server.ts'
import { recordNews } from './record-events.actions.server.ts'
import { upsTracking } from './ups-tracking.adapter.server.ts'

let testShop: TestShop
let staff: StaffMember
let fakes: FakeServers
let dataDir: string

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'kohue-carrier-'))
  fakes = await startFakes({ dataDir })
  testShop = await openTestShop()
  testShop.services.carriers = upsTracking({
    clientId: 'ups-fake',
    clientSecret: 'ups-fake-secret',
    apiBase: fakes.url,
    gapMs: 0,
  })
  staff = await shippingStaff(testShop)
})
afterAll(async () => {
  await testShop.close()
  await fakes.stop()
  await rm(dataDir, { recursive: true, force: true })
})
beforeEach(async () => {
  await setStock(testShop.db, 'malbec-2022', 1_000)
  await fetch(`${fakes.url}/_faults`, { method: 'DELETE' })
})

const post = async (path: string, body: object) => {
  const response = await fetch(`${fakes.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(response.status).toBeLessThan(300)
}

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 60 * 60_000).toISOString()

const happens = (number: string, what: string, hours: number, more: object = {}) =>
  post('/carriers', { number, what, at: hoursAgo(hours), ...more })

const ask = ({ number }: { number: number }) => askCarrier(testShop.services, staff, { number })

async function boxes(count: number) {
  const all = await shipmentsTo(testShop, staff, 'TX', count)
  const numbers = await handOver(testShop, staff, all)
  return all.map((one, index) => ({ ...one, tracking: numbers[index]! }))
}

test('delivered, then shipped, then delivered again: one email, three events in true order', async () => {
  const [box] = await boxes(1)
  await happens(box!.tracking, 'delivered', 2)
  await ask(box!.shipment)
  await happens(box!.tracking, 'shipped', 30)
  await ask(box!.shipment)
  await happens(box!.tracking, 'delivered', 1)
  await ask(box!.shipment)
  expect(await shipmentNow(testShop, box!.shipment.id)).toMatchObject({
    state: 'delivered',
    signedBy: 'A RUIZ',
  })
  expect(await emailsTo(testShop, box!.order.email, 'order-delivered')).toHaveLength(1)
  expect(await emailsTo(testShop, box!.order.email, 'order-shipped')).toHaveLength(0)
  const events = await eventsNow(testShop, box!.shipment.id)
  const told = events.filter(({ source }) => source === 'carrier').map(({ kind }) => kind)
  expect(told).toEqual(['shipped', 'delivered', 'delivered'])
})

test('who signed is known also where the carrier names them only later', async () => {
  const [box] = await boxes(1)
  const id = box!.shipment.id
  const at = new Date(Date.now() - 60 * 60_000)
  const [parcel] = await parcelsOf(testShop.db, [id])
  const delivered = (signer: string) => ({
    ...{ parcelId: parcel!.id, at, source: 'carrier' as const },
    ...{ kind: 'delivered' as const, place: 'Austin, TX', signer },
  })
  const { db, services } = testShop
  const learn = (signer: string) =>
    db.transaction((tx) => recordNews(services, tx, id, { events: [delivered(signer)] }))
  const signatures = () =>
    db.$count(
      complianceEvents,
      sql`order_id = ${box!.order.id} and (facts ->> 'isSigned')::boolean`,
    )
  await learn('')
  expect(await shipmentNow(testShop, id)).toMatchObject({ state: 'delivered', signedBy: null })
  expect(await signatures()).toBe(0)
  await learn('A RUIZ')
  expect(await shipmentNow(testShop, id)).toMatchObject({ signedBy: 'A RUIZ' })
  expect(await signatures()).toBe(1)
  // What is known is not lost by an older response, nor told twice.
  await learn('')
  await learn('B RUIZ')
  const told = (await eventsNow(testShop, id)).filter(({ kind }) => kind === 'delivered')
  expect(told.map(({ signer }) => signer)).toEqual(['A RUIZ'])
  const flags = await db.select().from(orderFlags).where(eq(orderFlags.orderId, box!.order.id))
  expect(flags.map(({ reason, resolvedAt }) => [reason, resolvedAt !== null])).toEqual([
    ['delivered-unsigned', true],
  ])
})

test('staff who ask read whether anything is new', async () => {
  const [box] = await boxes(1)
  await happens(box!.tracking, 'shipped', 2)
  expect(await ask(box!.shipment)).toMatchObject({ said: { sentence: 'The tracking is updated.' } })
  expect(await ask(box!.shipment)).toMatchObject({
    said: { tone: 'info', sentence: 'The carrier has reported nothing new.' },
  })
  await post('/carriers', { number: box!.tracking, what: 'expected', on: '2099-01-05' })
  expect(await ask(box!.shipment)).toMatchObject({ said: { sentence: 'The tracking is updated.' } })
})

test('staff ask about the numbers that a box has now, not about one that was corrected', async () => {
  const [box] = await boxes(1)
  const { id: shipmentId, number } = box!.shipment
  const of = eq(parcels.shipmentId, shipmentId)
  await testShop.db.update(parcels).set({ supersededAt: new Date() }).where(of)
  // It is the box of someone else.
  await happens(box!.tracking, 'delivered', 2)
  expect(await ask({ number })).toMatchObject({ ok: false, status: 409 })
  const next = { shipmentId, carrier: 'ups', trackingNumber: `1Z999AA2${'0'.repeat(6)}${number}` }
  await testShop.db.insert(parcels).values({ ...next, addedAt: new Date() } as never)
  expect(await ask({ number })).toMatchObject({ ok: true })
  expect((await shipmentNow(testShop, shipmentId)).state).toBe('handed-over')
  const asked = await testShop.db.select().from(parcels).where(of).orderBy(parcels.addedAt)
  expect(asked.map(({ trackingNumber, askedAt }) => [trackingNumber, askedAt !== null])).toEqual([
    [box!.tracking, false],
    [next.trackingNumber, true],
  ])
})

test('staff who ask read that an invalid response is not news', async () => {
  const [box] = await boxes(1)
  const heardAt = new Date('2026-11-01T12:00Z')
  await testShop.db.update(carrierContacts).set({ heardAt })
  await post('/carriers/invalid-responses', { times: 1 })
  expect(await ask(box!.shipment)).toMatchObject({
    ok: false,
    sentence: 'The carrier’s response can’t be read. Nothing was saved.',
  })
  const [contact] = await testShop.db.select().from(carrierContacts)
  expect(contact!.heardAt).toEqual(heardAt)
  const parcelNow = async () => (await parcelsOf(testShop.db, [box!.shipment.id]))[0]!
  expect(await parcelNow()).toMatchObject({ heardAt: null, askedAt: expect.any(Date) })
  await ask(box!.shipment)
  expect((await parcelNow()).heardAt).not.toBeNull()
  // A number that was added later is named after it.
  const added = new Date(Date.now() + 60_000)
  const next = { shipmentId: box!.shipment.id, carrier: 'ups', trackingNumber: '1' } as const
  await testShop.db.insert(parcels).values({ ...next, addedAt: added })
  expect((await parcelNow()).trackingNumber).toBe(box!.tracking)
})

test('a report from the day after tomorrow is dropped', async () => {
  const [box] = await boxes(1)
  await happens(box!.tracking, 'shipped', 2)
  await happens(box!.tracking, 'delivered', -48)
  await ask(box!.shipment)
  expect((await shipmentNow(testShop, box!.shipment.id)).state).toBe('shipped')
  expect(await emailsTo(testShop, box!.order.email, 'order-delivered')).toEqual([])
})

test('an attempt causes an email with the last day, a second one a task', async () => {
  const [box] = await boxes(1)
  await happens(box!.tracking, 'attempted', 3)
  await pollCarriers(testShop.services)
  const [mail] = await emailsTo(testShop, box!.order.email, 'order-attempted')
  expect(mail!.props).toMatchObject({ place: 'Austin, TX 78701', carrier: 'UPS' })
  await happens(box!.tracking, 'attempted', 1)
  testShop.pass(121)
  await pollCarriers(testShop.services)
  const flags = await testShop.db
    .select()
    .from(orderFlags)
    .where(eq(orderFlags.orderId, box!.order.id))
  expect(flags.map(({ reason }) => reason)).toEqual(['second-attempt'])
  await testShop.db
    .update(orderFlags)
    .set({ resolvedAt: new Date() })
    .where(eq(orderFlags.orderId, box!.order.id))
  // What staff have reviewed is not raised again by a report without news.
  expect(await ask(box!.shipment)).toMatchObject({ ok: true })
  const open = and(eq(orderFlags.orderId, box!.order.id), isNull(orderFlags.resolvedAt))
  expect(await testShop.db.$count(orderFlags, open)).toBe(0)
})

test('a carrier that was away loses nothing and doubles nothing', async () => {
  const all = await boxes(6)
  await post('/_faults', { match: '* /api/track/*', fault: 'error-before', times: 100 })
  for (let tries = 0; tries < 4; tries++) {
    await pollCarriers(testShop.services)
    testShop.pass(5)
  }
  const [contact] = await testShop.db.select().from(carrierContacts)
  expect(contact!.failures).toBeGreaterThan(1)
  for (const { tracking } of all) await happens(tracking, 'shipped', 20)
  testShop.pass(24 * 60)
  await fetch(`${fakes.url}/_faults`, { method: 'DELETE' })
  await pollCarriers(testShop.services)
  testShop.pass(24 * 60)
  await pollCarriers(testShop.services)
  // Once it responds again, its next failure is as short as the first.
  const [after] = await testShop.db.select().from(carrierContacts)
  expect(after).toMatchObject({ failures: 0, notBefore: null })
  for (const { shipment, order } of all) {
    expect((await shipmentNow(testShop, shipment.id)).state).toBe('shipped')
    const events = await eventsNow(testShop, shipment.id)
    expect(events.filter(({ kind }) => kind === 'shipped')).toHaveLength(1)
    expect(await emailsTo(testShop, order.email, 'order-shipped')).toHaveLength(1)
  }
})

test.each([
  ['of the carrier', new CarrierUnavailable('UPS responded 500'), true],
  ['that nobody expects', new Error('not expected'), false],
])('an error %s about one number does not keep the others back', async (_, error, isExpected) => {
  const { carriers } = testShop.services
  const [bad, good] = await boxes(2)
  const asked: string[] = []
  testShop.services.carriers = {
    asked: ['ups'],
    async track(_carrier, number) {
      asked.push(number)
      if (number === bad!.tracking) throw error
      return null
    },
  }
  const due = eq(shipments.id, bad!.shipment.id)
  await testShop.db.update(carrierContacts).set({ notBefore: null, failures: 0 })
  await testShop.db
    .update(shipments)
    .set({ recheckAt: new Date(0) })
    .where(due)
  const polled = pollCarriers(testShop.services)
  if (!isExpected) await expect(polled).rejects.toBe(error)
  await polled.catch(() => {})
  testShop.pass(2)
  if (isExpected) await pollCarriers(testShop.services)
  testShop.services.carriers = carriers
  expect(asked.filter((number) => number === bad!.tracking)).toHaveLength(1)
  expect(asked).toContain(good!.tracking)
})

test('a delivered parcel is asked about once a day for ten days', async () => {
  const { carriers } = testShop.services
  const [box] = await boxes(1)
  const at = testShop.services.clock().toISOString()
  await happens(box!.tracking, 'delivered', 0, { at })
  await ask(box!.shipment)
  const asked: string[] = []
  testShop.services.carriers = {
    asked: ['ups'],
    async track(_carrier, number) {
      asked.push(number)
      return null
    },
  }
  const hoursOfRequests: number[] = []
  for (let hour = 6; hour <= 14 * 24; hour += 6) {
    testShop.pass(6 * 60)
    const before = asked.length
    await pollCarriers(testShop.services)
    if (asked.slice(before).includes(box!.tracking)) hoursOfRequests.push(hour)
  }
  testShop.services.carriers = carriers
  expect(hoursOfRequests).toEqual([24, 48, 72, 96, 120, 144, 168, 192, 216])
  expect((await shipmentNow(testShop, box!.shipment.id)).recheckAt).toBeNull()
})

const news = (kind: CarrierKind | null, expectedOn: string | null): CarrierNews => ({
  expectedOn,
  events: kind
    ? [
        {
          at: testShop.services.clock(),
          kind,
          place: '',
          signer: kind === 'delivered' ? 'A RUIZ' : '',
        },
      ]
    : [],
})

test.each([
  ['of which nothing is known', null, null, 120, 120],
  ['on its way', 'shipped', null, 120, 120],
  ['expected tomorrow', 'shipped', 1, 120, 120],
  ['expected today', 'shipped', 0, 120, 30],
  ['expected today, where each is asked about more often', 'shipped', 0, 20, 20],
  ['expected yesterday', 'shipped', -1, 120, 120],
  ['out for delivery, expected on no day', 'out', null, 120, 30],
  ['out for delivery, expected tomorrow', 'out', 1, 120, 30],
  ['out for delivery, where each is asked about more often', 'out', null, 20, 20],
  ['that could not be delivered', 'attempted', null, 120, 120],
  ['at the depot', 'at-depot', null, 120, 120],
  ['coming back', 'returning', null, 120, 120],
  ['delivered', 'delivered', 0, 120, 24 * 60],
] as const)('a box %s is asked about again in time', async (_which, kind, days, usual, minutes) => {
  const { carriers, settings, clock } = testShop.services
  const [box] = await boxes(1)
  const today = shopDates(settings.timeZone).isoDay(clock())
  const expectedOn = days === null ? null : addDays(today, days)
  testShop.services.carriers = { asked: ['ups'], track: async () => news(kind, expectedOn) }
  testShop.services.settings = { ...settings, carrierPollMinutes: usual }
  const asked = await ask(box!.shipment)
  Object.assign(testShop.services, { carriers, settings })
  expect(asked).toMatchObject({ ok: true })
  const { recheckAt } = await shipmentNow(testShop, box!.shipment.id)
  expect(Math.round((recheckAt!.getTime() - clock().getTime()) / 60_000)).toBe(minutes)
})

test.each([
  ['returned', 'returned'],
  ['lost', 'lost'],
  ['damaged', 'damaged'],
] as const)('a box that is %s is not asked about again', async (_which, kind) => {
  const { carriers } = testShop.services
  const [box] = await boxes(1)
  testShop.services.carriers = { asked: ['ups'], track: async () => news(kind, null) }
  await ask(box!.shipment)
  testShop.services.carriers = carriers
  expect((await shipmentNow(testShop, box!.shipment.id)).recheckAt).toBeNull()
})

test('a report without an hour has its day', async () => {
  const { carriers } = testShop.services
  const [box] = await boxes(1)
  testShop.services.carriers = {
    asked: ['ups'],
    track: async () => ({
      expectedOn: null,
      events: [
        { at: new Date('2026-11-03T12:00Z'), isDay: true, kind: 'shipped', place: '', signer: '' },
      ],
    }),
  }
  await ask(box!.shipment)
  testShop.services.carriers = carriers
  const shipped = (await eventsNow(testShop, box!.shipment.id)).find(
    ({ kind }) => kind === 'shipped',
  )
  expect(shipped).toMatchObject({ at: new Date('2026-11-03T08:00Z'), isDay: true })
})

test('invalid responses are dropped and counted, and staff are told once an hour', async () => {
  const { db } = testShop
  const [box] = await boxes(1)
  const dropped = async (times: number) => {
    await post('/carriers/invalid-responses', { times })
    for (let asked = 0; asked < times; asked++) {
      expect(await ask(box!.shipment)).toMatchObject({ ok: false })
    }
    return db.$count(mails, eq(mails.kind, 'wildcard'))
  }
  const toldAgo = (minutes: number) => {
    const at = new Date(testShop.services.clock().getTime() - minutes * 60_000)
    return db.update(carrierContacts).set({ toldAt: at, invalidSince: at })
  }
  expect(await dropped(19)).toBe(0)
  expect(await dropped(3)).toBe(1)
  expect((await shipmentNow(testShop, box!.shipment.id)).state).toBe('handed-over')
  await toldAgo(59)
  expect(await dropped(1)).toBe(1)
  await toldAgo(61)
  expect(await dropped(19)).toBe(1)
  expect(await dropped(1)).toBe(2)
})

test('a box is asked about from its handover until it is back, refunded or replaced', async () => {
  const [box] = await boxes(1)
  const { id } = box!.shipment
  const past = new Date(Date.now() - 60_000)
  const watched: string[] = []
  for (const state of shipmentStates) {
    await testShop.db.update(shipments).set({ state, recheckAt: past }).where(eq(shipments.id, id))
    await testShop.db.update(parcels).set({ state }).where(eq(parcels.shipmentId, id))
    const due = await dueParcels(testShop.db, ['ups'], new Date(), 100)
    await setRecheck(testShop.db, id, new Date())
    const { recheckAt } = await shipmentNow(testShop, id)
    const isDue = due.some(({ shipmentId }) => shipmentId === id)
    if (isDue) watched.push(state)
    expect([state, recheckAt?.getTime() !== past.getTime()]).toEqual([state, isDue])
  }
  expect(watched).toEqual([
    ...['handed-over', 'shipped', 'out', 'attempted', 'at-depot', 'delivered', 'returning'],
  ])
  // Not by a number that was replaced.
  const due = async () => (await dueParcels(testShop.db, ['ups'], new Date(), 100)).length
  const its = eq(shipments.id, id)
  await testShop.db.update(shipments).set({ state: 'shipped', recheckAt: past }).where(its)
  const before = await due()
  await testShop.db
    .update(parcels)
    .set({ supersededAt: new Date() })
    .where(eq(parcels.shipmentId, id))
  expect(await due()).toBe(before - 1)
})
