import { randomUUID } from 'node:crypto'

import type { SQL } from 'drizzle-orm'
import { eq, like, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { allocations, checkoutAllocations, releaseWaves } from '#catalogue/on-sale/tables.ts'
import { products } from '#catalogue/wines/tables.ts'
import { mails } from '#mail/tables.ts'
import { orderLines, orders, refunds } from '#orders/order/tables.ts'
import { mayReturnToAllocation } from '#orders/refunds/refunds.store.server.ts'
import { deletePerson } from '#privacy/deletion/delete-person.store.server.ts'
import { shipments } from '#shipping/tables.ts'
import { askRefund } from '#tests/harness/refunds.ts'
import { ago, openReleaseShop } from '#tests/harness/release-buyers.ts'
import { aStaffMember } from '#tests/harness/staff.ts'
import { aMember } from '#tests/harness/test-shop.ts'

import { rehearsalOrders } from '../rehearsal/rehearsal-orders.store.server.ts'
import { saveReleaseTexts } from './save-release.actions.server.ts'
import { delayedOrders } from './ships-later.store.server.ts'
import { staffReleaseById } from './staff-releases.store.server.ts'
import { textsIn } from './typed-release.rules.ts'

const {
  testShop,
  released,
  startCheckout,
  inCart,
  aCustomer,
  wineOf,
  allocationOf,
  pay,
  setRelease,
} = await openReleaseShop()

test('a refunded case returns to the pool, or by choice to its allocation', async () => {
  const made = await released()
  const { member, allocation } = await aCustomer(made, 3)
  const staff = {
    ...(await aMember(testShop.db, { role: 'staff' })),
    role: 'staff' as const,
    duties: ['owner'] as const,
  }
  await inCart(member, made.wine, 3)
  await pay(await startCheckout(member))
  const [order] = await testShop.db.select().from(orders).where(eq(orders.userId, member.id))
  const refund = (token: string, toAllocation: boolean) =>
    askRefund(testShop, staff, {
      number: order!.number,
      amountCents: 45_000,
      reason: 'Broken',
      stockBack: { [made.wine]: 1 },
      toAllocation,
      token,
    })
  expect(await refund('a', false)).toMatchObject({ ok: true, state: 'made' })
  expect(await wineOf(made)).toEqual({ held: 0, sold: 2, promised: 0, free: 98 })
  expect(await allocationOf(allocation)).toMatchObject({ bought: 3 })
  expect(await refund('b', true)).toMatchObject({ ok: true, state: 'made' })
  expect(await wineOf(made)).toEqual({ held: 0, sold: 1, promised: 1, free: 98 })
  expect(await allocationOf(allocation)).toMatchObject({ bought: 2 })
  // That another release is open is nothing to it.
  await released()
  await setRelease(made, { closesAt: ago(1), promiseUntil: null })
  expect(await refund('c', true)).toMatchObject({ ok: true, state: 'made' })
  expect(await allocationOf(allocation)).toMatchObject({ bought: 2 })
})

test('cases bought of two allocations return to them, each once', async () => {
  const made = await released()
  const { member, staff } = {
    ...(await aCustomer(made, 1)),
    staff: await aStaffMember(testShop.db),
  }
  await testShop.db.insert(allocations).values({
    ...{ releaseId: made.release.id, productId: made.wine, userId: member.id, units: 2 },
    ...{ origin: 'grant', requestId: randomUUID(), isPromised: true },
    promiseUntil: new Date(Date.now() + 86_400_000),
  })
  await testShop.db.update(products).set({ promised: 3 }).where(eq(products.id, made.wine))
  await inCart(member, made.wine, 3)
  await pay(await startCheckout(member))
  expect(await wineOf(made)).toEqual({ held: 0, sold: 3, promised: 0, free: 97 })
  const [order] = await testShop.db.select().from(orders).where(eq(orders.userId, member.id))
  const refund = {
    ...{ number: order!.number, amountCents: 90_000, reason: 'Broken', toAllocation: true },
    ...{ stockBack: { [made.wine]: 2 }, token: 'of-two' },
  }
  expect(await askRefund(testShop, staff, refund)).toMatchObject({ ok: true, state: 'made' })
  expect(await wineOf(made)).toEqual({ held: 0, sold: 1, promised: 2, free: 97 })
})

test('a case returned to an allocation that promises nothing is free', async () => {
  const made = await released({ promise: 'cap' })
  const { member, allocation } = await aCustomer(made, 3)
  const staff = {
    ...(await aMember(testShop.db, { role: 'staff' })),
    role: 'staff' as const,
    duties: ['owner'] as const,
  }
  await inCart(member, made.wine, 2)
  await pay(await startCheckout(member))
  expect(await wineOf(made)).toEqual({ held: 0, sold: 2, promised: 0, free: 98 })
  const [order] = await testShop.db.select().from(orders).where(eq(orders.userId, member.id))
  const refund = {
    number: order!.number,
    amountCents: 45_000,
    reason: 'Broken',
    stockBack: { [made.wine]: 1 },
    toAllocation: true,
    token: 'of-a-cap',
  }
  expect(await askRefund(testShop, staff, refund)).toMatchObject({ ok: true, state: 'made' })
  expect(await wineOf(made)).toEqual({ held: 0, sold: 1, promised: 0, free: 99 })
  expect(await allocationOf(allocation)).toMatchObject({ bought: 1 })
})

test('a deleted customer frees the promise, and orders stay', async () => {
  const made = await released()
  const { member, allocation } = await aCustomer(made, 3)
  await inCart(member, made.wine)
  await pay(await startCheckout(member))
  const [order] = await testShop.db.select().from(orders).where(eq(orders.userId, member.id))
  expect(await mayReturnToAllocation(testShop.db, order!.id)).toBe(true)
  await testShop.db.transaction((tx) => deletePerson(testShop.services, tx, member.id))
  expect(await mayReturnToAllocation(testShop.db, order!.id)).toBe(false)
  expect(await wineOf(made)).toEqual({ held: 0, sold: 1, promised: 0, free: 99 })
  expect(await allocationOf(allocation)).toEqual({ units: 1, held: 0, bought: 1 })
  expect(await testShop.db.$count(checkoutAllocations)).toBeGreaterThan(0)
})

test('a deleted customer of wine that is not promised leaves the promises of others', async () => {
  const made = await released()
  const { member } = await aCustomer(made, 3)
  const unpromised = await aMember(testShop.db)
  await testShop.db.insert(allocations).values({
    releaseId: made.release.id,
    productId: made.wine,
    userId: unpromised.id,
    waveId: made.waves[0]!,
    units: 2,
    origin: 'manual',
    isPromised: false,
  })
  await testShop.db.transaction((tx) => deletePerson(testShop.services, tx, unpromised.id))
  expect(await wineOf(made)).toEqual({ held: 0, sold: 0, promised: 3, free: 97 })
  await inCart(member, made.wine, 3)
  expect(await pay(await startCheckout(member))).toMatchObject({ state: 'paid', notServed: null })
})

test('a rehearsal is refunded by what no refund but a failed one was for', async () => {
  const made = await released()
  const { member } = await aCustomer(made, 3)
  await inCart(member, made.wine, 1)
  await pay(await startCheckout(member))
  const { db } = testShop
  const [order] = await db.select().from(orders).where(eq(orders.userId, member.id))
  const { id: orderId, number, totalCents } = order!
  const mine = eq(orders.id, orderId)
  expect(await rehearsalOrders(db, made.release.id)).toEqual([])
  await db.update(orders).set({ isRehearsal: true }).where(mine)
  const refund = (state: 'requested' | 'made' | 'failed', amountCents: number) =>
    db.insert(refunds).values({ orderId, requestKey: state, cause: 'staff', state, amountCents })
  await refund('failed', totalCents)
  await refund('requested', 1_000)
  await refund('made', 2_000)
  expect(await rehearsalOrders(db, made.release.id)).toEqual([
    { number, leftCents: totalCents - 3_000, units: { [made.wine]: 1 } },
  ])
  await db.delete(refunds).where(eq(refunds.orderId, orderId))
  await db.update(orders).set({ isRehearsal: false }).where(mine)
})

test('a later day of shipping is told once to each buyer whose wine has not left', async () => {
  const { db } = testShop
  // The form shows whole minutes.
  const inMinutes = (count: number) => new Date((Math.floor(Date.now() / 60_000) + count) * 60_000)
  const hours = { opensAt: inMinutes(-60), closesAt: inMinutes(60) }
  const made = await released({ ...hours, shipsFrom: '2031-03-22' })
  await db.update(releaseWaves).set({ opensAt: inMinutes(-30) })
  const staff = await aStaffMember(db)
  const buyer = async () => {
    const { member } = await aCustomer(made, 3)
    await inCart(member, made.wine, 1)
    await pay(await startCheckout(member))
    return member
  }
  const [waiting, sent] = [await buyer(), await buyer()]
  // A second order: the newest is written about.
  await inCart(waiting, made.wine, 1)
  await pay(await startCheckout(waiting))
  const [gone] = await db.select().from(orders).where(eq(orders.userId, sent.id))
  const box = { orderId: gone!.id, kind: 'first', state: 'shipped', method: 'ground' } as const
  await db.insert(shipments).values(box)
  // Nothing is on its way to those whose order was refunded, or whose wine came back.
  const [refunded, returned] = [await buyer(), await buyer()]
  await db.update(orders).set({ state: 'refunded' }).where(eq(orders.userId, refunded.id))
  const cameBack = (units: SQL) =>
    db.execute(sql`update order_lines set returned = ${units}
      where order_id in (select id from orders where user_id = ${returned.id})`)
  await cameBack(sql`quantity`)
  const save = async (shipsFrom: string) => {
    const { id, fields, version } = (await staffReleaseById(db, made.release.id))!
    const typed = { ...textsIn(fields), shipsFrom, id, version }
    return saveReleaseTexts(testShop.services, staff, typed)
  }
  const told = () =>
    db
      .select({ to: mails.recipient, props: mails.props })
      .from(mails)
      .where(eq(mails.kind, 'release-ships-later'))
  // Nobody is told the day that they know.
  const known = { shipsFrom: '2031-03-22', timeZone: 'America/Los_Angeles' }
  expect(await delayedOrders(db, made.release.id, known)).toEqual([])
  expect(await save('2031-03-20')).toMatchObject({ ok: true })
  expect(await told()).toEqual([])
  const mine = await db.select().from(orders).where(eq(orders.userId, waiting.id))
  const newest = Math.max(...mine.map(({ number }) => number))
  const { id: orderId } = mine.find(({ number }) => number === newest)!
  // What was returned is not the buyer’s any more; the others stand as on the page of the order.
  const more = { orderId, unitPriceCents: 45_000, taxCents: 0 }
  await db.insert(orderLines).values([
    { ...more, productId: 'malbec-2022', description: '2024 Blend', quantity: 3, returned: 1 },
    { ...more, productId: 'malbec-2021-bottle', description: '2020 Blend', quantity: 1 },
    {
      ...{ ...more, productId: 'cabernet-sauvignon-2021', description: '2021 Blend' },
      ...{ quantity: 2, returned: 2 },
    },
  ])
  expect(await save('2031-04-05')).toMatchObject({ ok: true })
  expect(await save('2031-04-05')).toMatchObject({ ok: true })
  const ordered = [
    { description: '2020 Blend', quantity: 1 },
    { description: expect.stringContaining('2023 Malbec'), quantity: 1 },
    { description: '2024 Blend', quantity: 2 },
  ]
  expect(await told()).toEqual([
    {
      to: waiting.email,
      props: {
        ...{ firstName: expect.any(String), release: 'Spring', shipsFrom: '2031-04-05', ordered },
        orderUrl: expect.stringContaining(`/members/orders/${newest}`),
      },
    },
  ])
  await db.delete(orderLines).where(like(orderLines.description, '% Blend'))
  await cameBack(sql`0`)
})

test('who is told of a later day of shipping follows from their boxes as they are by now', async () => {
  const { db } = testShop
  const made = await released({ shipsFrom: '2031-03-22' })
  type Box = Pick<typeof shipments.$inferInsert, 'state' | 'method' | 'notBefore'>
  const told = async (...boxes: Box[]) => {
    const { member } = await aCustomer(made, 3)
    await inCart(member, made.wine, 1)
    await pay(await startCheckout(member))
    const [order] = await db.select().from(orders).where(eq(orders.userId, member.id))
    for (const box of boxes) {
      await db.insert(shipments).values({ orderId: order!.id, kind: 'split', ...box })
    }
    const later = { shipsFrom: '2031-04-01', timeZone: 'America/Los_Angeles' }
    const delayed = await delayedOrders(db, made.release.id, later)
    return delayed.some(({ id }) => id === order!.id)
  }
  expect(await told()).toBe(true)
  expect(await told({ state: 'waiting', method: 'ground' })).toBe(true)
  // Two that were put together again.
  const cancelled = { state: 'cancelled', method: 'ground' } as const
  expect(await told({ state: 'ready', method: 'ground' }, cancelled)).toBe(true)
  expect(await told(cancelled)).toBe(false)
  expect(await told({ state: 'shipped', method: 'ground' }, cancelled)).toBe(false)
  // The buyer chose a day of their own, from its midnight on.
  const from = (hour: string) =>
    ({ state: 'waiting', method: 'ground', notBefore: new Date(hour) }) as const
  expect(await told(from('2031-03-31T07:00:00Z'))).toBe(true)
  expect(await told(from('2031-04-01T07:00:00Z'))).toBe(false)
  expect(await told(from('2031-04-01T07:00:00Z'), { state: 'ready', method: 'ground' })).toBe(true)
  // The buyer chose to collect it.
  expect(await told({ state: 'ready', method: 'pickup' })).toBe(false)
})
