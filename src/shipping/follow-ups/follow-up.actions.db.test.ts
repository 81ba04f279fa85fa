import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { tasks } from '#admin/today/tables.ts'
import { orderLines } from '#orders/order/tables.ts'
import { auditLog } from '#platform/audit/tables.ts'
import { aRelease } from '#tests/harness/a-release.ts'
import type { StaffMember } from '#tests/harness/shipping.ts'
import {
  eventsNow,
  handOver,
  shipmentNow,
  shipmentsTo,
  shippingStaff,
} from '#tests/harness/shipping.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { openTestShop, setStock } from '#tests/harness/test-shop.ts'

import { holdShipment } from '../holds/holds.actions.server.ts'
import { shippingFigures } from '../overview/shipping-figures.store.server.ts'
import { recomputeReadiness } from '../readiness/recompute-readiness.actions.server.ts'
import { shipmentList } from '../shipments/shipment-list.store.server.ts'
import { viewShipment, viewShipments } from '../shipments/view-shipments.actions.server.ts'
import { parcels, shipments } from '../tables.ts'
import type { CarrierKind } from '../tracking/events.rules.ts'
import { recordNews } from '../tracking/record-events.actions.server.ts'
import { followUpShipment } from './follow-up.actions.server.ts'
import { followUpKey } from './follow-up.rules.ts'

let testShop: TestShop
let staff: StaffMember
let moment = 0

const isoDayAfter = (days: number) =>
  new Date(Date.now() + days * 24 * 60 * 60_000).toISOString().slice(0, 10)

beforeAll(async () => {
  testShop = await openTestShop()
  staff = await shippingStaff(testShop)
})
afterAll(() => testShop.close())
beforeEach(async () => {
  await setStock(testShop.db, 'malbec-2022', 1_000)
  await testShop.db.delete(tasks)
})

type Box = { id: string; number: number }

async function report({ id }: Box, kind: CarrierKind): Promise<void> {
  const { db, services } = testShop
  const [parcel] = await db.select().from(parcels).where(eq(parcels.shipmentId, id))
  const at = new Date(services.clock().getTime() + ++moment)
  const event = { parcelId: parcel!.id, at, source: 'carrier' as const, kind }
  await db.transaction((tx) => recordNews(services, tx, id, { events: [event] }))
}

async function aBoxThatIs(kind: CarrierKind): Promise<Box> {
  const [one] = await shipmentsTo(testShop, staff, 'TX', 1)
  await handOver(testShop, staff, [one!])
  await report(one!.shipment, kind)
  return one!.shipment
}

const tasksOf = async ({ id }: Box) =>
  (await testShop.db.select().from(tasks).where(eq(tasks.subject, id))).map(
    ({ kind, state }) => `${kind} ${state}`,
  )

async function followUp(
  box: Box,
  typed: Partial<Record<'what' | 'note' | 'againOn', string>> = {},
) {
  const seen = followUpKey(await shipmentNow(testShop, box.id))
  const form = { number: box.number, seen, what: 'called', note: '', againOn: '', ...typed }
  return followUpShipment(testShop.services, staff, form)
}

describe('the task of a box that could not be delivered', () => {
  test.each(['attempted', 'at-depot'] as const)('%s ends with what staff did', async (kind) => {
    const box = await aBoxThatIs(kind)
    expect(await tasksOf(box)).toEqual([`shipment-${kind} open`])
    expect(await followUp(box, { note: 'home on Friday' })).toMatchObject({ ok: true })
    expect(await tasksOf(box)).toEqual([`shipment-${kind} done`])
    expect(await shipmentNow(testShop, box.id)).toMatchObject({
      state: kind,
      followedUpAt: expect.any(Date),
      followUpAgainAt: null,
    })
    expect((await eventsNow(testShop, box.id)).at(-1)).toMatchObject({
      kind: 'followed-up',
      source: 'staff',
      text: 'Called the buyer: home on Friday',
    })
    const [entry] = await testShop.db
      .select()
      .from(auditLog)
      .where(sql`action = 'shipment-followed-up' and subject_id = ${box.id}`)
    expect(entry).toMatchObject({
      actorEmail: staff.email,
      after: { done: 'Called the buyer: home on Friday' },
    })
    // The hourly comparison finds nothing to mend.
    expect(await testShop.shop.repairTasks()).toEqual({ opened: 0, obsolete: 0 })
  })

  test('is put off until a day, and is there again on it', async () => {
    const box = await aBoxThatIs('attempted')
    expect(await followUp(box, { againOn: isoDayAfter(2) })).toMatchObject({ ok: true })
    expect(await tasksOf(box)).toEqual(['shipment-attempted done'])
    const { followUpAgainAt } = await shipmentNow(testShop, box.id)
    expect(followUpAgainAt!.getTime()).toBeGreaterThan(Date.now())
    await testShop.shop.openTimedTasks()
    expect(await tasksOf(box)).toEqual(['shipment-attempted done'])

    await testShop.db
      .update(shipments)
      .set({ followUpAgainAt: sql`now()` })
      .where(eq(shipments.id, box.id))
    await testShop.shop.openTimedTasks()
    expect((await tasksOf(box)).toSorted()).toEqual([
      'shipment-attempted done',
      'shipment-attempted open',
    ])
    expect(await shipmentNow(testShop, box.id)).toMatchObject({
      followedUpAt: null,
      followUpAgainAt: null,
    })
  })

  test('opens again with a second attempt, and at the depot', async () => {
    const box = await aBoxThatIs('attempted')
    await followUp(box, { againOn: isoDayAfter(30) })
    await report(box, 'attempted')
    expect(await tasksOf(box)).toContain('shipment-attempted open')
    await followUp(box)
    await report(box, 'at-depot')
    expect(await tasksOf(box)).toContain('shipment-at-depot open')
    expect((await shipmentNow(testShop, box.id)).followedUpAt).toBe(null)
    await report(box, 'delivered')
    expect((await tasksOf(box)).filter((task) => task.endsWith('open'))).toEqual([])
  })
})

test('the list of what needs a person has a box until it is followed up', async () => {
  const needed = async () => {
    const params = new URLSearchParams('which=person')
    const viewed = await testShop.shop.viewList(staff, shipmentList, params)
    if (!viewed.ok) throw new Error(viewed.reason)
    return (viewed.view.page.rows as { id: string }[]).map(({ id }) => id)
  }
  const counted = async () => {
    return (await shippingFigures(testShop.db)).person
  }
  const box = await aBoxThatIs('at-depot')
  expect(await needed()).toContain(box.id)
  expect(await counted()).toBe((await needed()).length)
  await followUp(box)
  expect(await needed()).not.toContain(box.id)
  expect(await counted()).toBe((await needed()).length)
})

test('the list says what a shipment waits or is held for, and filters by it and by service', async () => {
  const listed = async (params: string) => {
    const viewed = await testShop.shop.viewList(staff, shipmentList, new URLSearchParams(params))
    if (!viewed.ok) throw new Error(viewed.reason)
    return viewed.view.page.rows as { id: string; heldFor: string | null }[]
  }
  const among = async (params: string) => {
    const ids = (await listed(params)).map(({ id }) => id)
    return [ids.includes(held.id), ids.includes(flagged.id)]
  }
  const [one, two] = await shipmentsTo(testShop, staff, 'AZ', 2)
  const [held, flagged] = [one!.shipment, two!.shipment]
  await holdShipment(testShop.services, staff, { number: held.number, reason: 'Asked by phone' })
  const overnight = { waitsFor: 'flagged', state: 'waiting', method: 'overnight' } as const
  await testShop.db.update(shipments).set(overnight).where(eq(shipments.id, flagged.id))
  await testShop.db.update(shipments).set({ method: 'ground' }).where(eq(shipments.id, held.id))

  expect(await listed(`q=S-${held.number}`)).toMatchObject([{ waitsFor: 'held', heldFor: 'staff' }])
  expect(await listed(`q=S-${flagged.number}`)).toMatchObject([
    { waitsFor: 'flagged', heldFor: null },
  ])
  expect(await among('held=staff')).toEqual([true, false])
  expect(await among('held=flagged')).toEqual([false, true])
  expect(await among('held=not-served')).toEqual([false, false])
  expect(await among('method=ground')).toEqual([true, false])
  expect(await among('method=overnight')).toEqual([false, true])
  expect(await among('method=pickup')).toEqual([false, false])
})

test('the buyer’s email is shown only while there is something to write about', async () => {
  const [one] = await shipmentsTo(testShop, staff, 'TX', 1)
  const { order, shipment } = one!
  const emailShown = async () => {
    const [viewed] = await viewShipments(testShop.services, staff, order.number)
    return viewed!.buyer.email
  }
  expect(await emailShown()).toBe(null)
  await handOver(testShop, staff, [one!])
  expect(await emailShown()).toBe(null)
  await report(shipment, 'attempted')
  expect(await emailShown()).toBe(order.email)
  await report(shipment, 'delivered')
  expect(await emailShown()).toBe(null)
})

describe('a follow-up', () => {
  const changed = { status: 409, sentence: 'The shipment changed in the meantime.' }

  test('is refused once there is news, and when the same form is sent twice', async () => {
    const box = await aBoxThatIs('attempted')
    const seen = followUpKey(await shipmentNow(testShop, box.id))
    const typed = { number: box.number, seen, what: 'new-day', note: '', againOn: '' }
    const send = () => followUpShipment(testShop.services, staff, typed)
    const both = await Promise.all([send(), send()])
    expect(both.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await send()).toMatchObject(changed)
    const noted = (await eventsNow(testShop, box.id)).filter(({ kind }) => kind === 'followed-up')
    expect(noted).toHaveLength(1)
    await report(box, 'delivered')
    expect(await followUp(box)).toMatchObject(changed)
  })

  test('says what is wrong with it, and is for those who ship', async () => {
    const box = await aBoxThatIs('attempted')
    const refused = { errors: { againOn: 'Choose a later day than today, or none.' } }
    expect(await followUp(box, { againOn: isoDayAfter(-1) })).toMatchObject(refused)
    expect(await followUp(box, { againOn: '2026-02-31' })).toMatchObject(refused)
    const { services } = testShop
    const request = { number: box.number, seen: '', what: 'called', note: '', againOn: '' }
    const support = { ...staff, duties: ['support' as const] }
    const forbidden = await followUpShipment(services, support, request)
    expect(forbidden).toMatchObject({ status: 403 })
    const gone = await followUpShipment(services, staff, { ...request, number: 999_999 })
    expect(gone).toMatchObject({ status: 404 })
    expect(await tasksOf(box)).toEqual(['shipment-attempted open'])
  })
})

test('a box that waits for the day of its release says which', async () => {
  const { db } = testShop
  const [one] = await shipmentsTo(testShop, staff, 'TX', 1)
  const { release } = await aRelease(db, { shipsFrom: '2030-03-04' })
  const isBought = eq(orderLines.orderId, one!.order.id)
  await db.update(orderLines).set({ releaseId: release.id }).where(isBought)
  await recomputeReadiness(testShop.services)
  const params = new URLSearchParams(`q=S-${one!.shipment.number}`)
  const viewed = await testShop.shop.viewList(staff, shipmentList, params)
  expect(viewed.ok && viewed.view.page.rows).toMatchObject([
    { waitsFor: 'not-yet', leavesFrom: '2030-03-04' },
  ])
  expect(await viewShipment(testShop.services, staff, one!.shipment.number)).toMatchObject({
    shipments: [{ leavesFrom: '2030-03-04' }],
  })
})
