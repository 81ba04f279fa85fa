import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { seedMany } from '#app/seed/bulk.ts'
import { allocations, checkoutAllocations } from '#catalogue/on-sale/tables.ts'
import { orderLines, orders } from '#orders/order/tables.ts'
import { users } from '#platform/database/people.tables.ts'
import { allocate, aRelease } from '#tests/harness/a-release.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { aMember, openTestShop } from '#tests/harness/test-shop.ts'

import { staffReleaseById } from '../release/staff-releases.store.server.ts'
import { releaseSales } from './release-day.store.server.ts'
import {
  allocatedUnits,
  invitedPeople,
  recentOrders,
  salesByMinute,
  unitsByWave,
  waveFigures,
} from './release-figures.store.server.ts'
import { viewReleaseLive } from './view-live.actions.server.ts'

let testShop: TestShop
beforeAll(async () => {
  testShop = await openTestShop()
  await seedMany(testShop.db, { users: 7, orders: 7, subscribers: 0 }, () => {})
})
afterAll(() => testShop.close())

const minuteNow = Math.floor(Date.now() / 60_000)
/** So many whole minutes ago. */
const minutesAgo = (minutes: number) => new Date((minuteNow - minutes) * 60_000)

test('orders of a release are counted since it opened, by minute and wave', async () => {
  const { db } = testShop
  const opensAt = minutesAgo(60)
  const made = await aRelease(db, { opensAt, waves: [-60, -30] })
  const { wine, release, waves } = made
  const allocation = await allocate(db, made, await aMember(db), 3)
  const all = await db.select().from(orders).orderBy(orders.number)
  const order = async (
    index: number,
    minute: number,
    quantity: number,
    { productId = wine, releaseId = release.id } = {},
  ) => {
    const { id, number } = all[index]!
    await db
      .update(orders)
      .set({ createdAt: minutesAgo(minute) })
      .where(eq(orders.id, id))
    await db
      .update(orderLines)
      .set({ productId, releaseId, quantity, unitPriceCents: 45_000 })
      .where(eq(orderLines.orderId, id))
    return number
  }
  const rehearsed = await order(0, 61, 1)
  await db.update(orders).set({ isRehearsal: true }).where(eq(orders.id, all[0]!.id))
  await order(1, 61, 3)
  const atOnce = await order(2, 55, 2)
  await db
    .insert(checkoutAllocations)
    .values({ checkoutId: all[2]!.checkoutId, allocationId: allocation, units: 2 })
  const besides = await order(3, 55, 1)
  const later = await order(4, 2, 1)
  // The same wine in the release of the rest, and another one.
  const rest = await aRelease(db)
  await order(5, 3, 3, { releaseId: rest.release.id })
  await order(6, 2, 2, { productId: 'malbec-2022', releaseId: rest.release.id })

  expect(await releaseSales(db, release.id, opensAt)).toEqual({
    ...{ orders: 3, lastMinute: 0, lastFiveMinutes: 1, units: 4, wineCents: 180_000 },
  })
  const at = (minute: number) => minutesAgo(minute).toISOString().replace('.000', '')
  const byMinute = await salesByMinute(db, release.id, opensAt)
  expect(byMinute.toSorted((one, other) => other.units - one.units)).toEqual([
    { minute: at(55), waveId: waves[0], units: 2, cents: 90_000 },
    { minute: at(55), waveId: null, units: 1, cents: 45_000 },
    { minute: at(2), waveId: null, units: 1, cents: 45_000 },
  ])
  const recent = (await recentOrders(db, release.id, 60)).map(({ number }) => number)
  expect(recent).toEqual([later, besides, atOnce])
  expect(await recentOrders(db, release.id, 90)).toContainEqual(
    expect.objectContaining({ number: rehearsed, isRehearsal: true, at: at(61) }),
  )
})

test('of a release that is over the live page keeps the last hours that it had', async () => {
  const { db, services } = testShop
  const made = await aRelease(db, { opensAt: minutesAgo(900), closesAt: minutesAgo(500) })
  const all = await db.select().from(orders).orderBy(orders.number).limit(2)
  await db
    .update(orderLines)
    .set({ productId: made.wine, releaseId: made.release.id, quantity: 1 })
    .where(sql`order_id in (${all[0]!.id}, ${all[1]!.id})`)
  const placed = (index: number, minute: number) =>
    db
      .update(orders)
      .set({ createdAt: minutesAgo(minute) })
      .where(eq(orders.id, all[index]!.id))
  await placed(0, 739)
  await placed(1, 742)
  const release = (await staffReleaseById(db, made.release.id))!
  const { sales } = await viewReleaseLive(services, release)
  expect(sales.map(({ minute }) => new Date(minute))).toEqual([minutesAgo(739)])
  for (const [index, minutes] of [4, 5.5].entries()) {
    const createdAt = new Date(Date.now() - minutes * 60_000)
    await db.update(orders).set({ createdAt }).where(eq(orders.id, all[index]!.id))
  }
  const live = await viewReleaseLive(services, release)
  expect(live.orders.map(({ number }) => number)).toEqual([all[0]!.number])
})

test('people of a release are counted by wave, with what they lack', async () => {
  const { db } = testShop
  const made = await aRelease(db, { waves: [-60, -30], promise: 'cap' })
  const { wine, release, waves } = made
  const [first, second] = waves as [string, string]
  const member = async (
    profile: Partial<typeof users.$inferInsert>,
    wave: number,
    units: number,
  ) => {
    const one = await aMember(db, { birthdate: '1980-02-03', byEmail: true, ...profile })
    return allocate(db, made, one, units, wave)
  }
  const set = (id: string, counts: Partial<typeof allocations.$inferInsert>) =>
    db.update(allocations).set(counts).where(eq(allocations.id, id))
  await set(await member({}, 0, 3), { bought: 2, visitedAt: new Date() })
  await set(await member({ birthdate: null }, 0, 3), { held: 1, visitedAt: new Date() })
  await member({ state: 'UT' }, 0, 1)
  await set(await member({ address: '' }, 1, 2), { bought: 2 })
  await member({ address: '' }, 1, 0)
  await member({ zipCode: '' }, 1, 2)

  expect(await allocatedUnits(db, release.id)).toEqual([
    { productId: wine, units: 11, left: 6, people: 6 },
  ])
  // Whoever got no unit is not invited.
  expect(await invitedPeople(db, release.id, '2026-11-20')).toEqual({
    ...{ people: 5, withoutAddress: 2, notServed: 1, withoutBirthdate: 1, withoutEmails: 0 },
  })
  const byWave = await waveFigures(db, release.id)
  expect(byWave.find(({ waveId }) => waveId === first)).toEqual({
    ...{ waveId: first, invited: 3, visited: 2, bought: 1, units: 2 },
  })
  expect(byWave.find(({ waveId }) => waveId === second)).toEqual({
    ...{ waveId: second, invited: 2, visited: 0, bought: 1, units: 2 },
  })
  expect(await unitsByWave(db, release.id, first)).toEqual([{ productId: wine, units: 3 }])
  expect(await unitsByWave(db, release.id, second)).toEqual([{ productId: wine, units: 2 }])
})
