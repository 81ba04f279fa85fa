import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { seedOrder } from '#app/seed/factory.ts'
import { licences } from '#catalogue/destinations/state-rules/tables.ts'
import { orderFlags, orders } from '#orders/order/tables.ts'
import { users } from '#platform/database/people.tables.ts'
import { payAt } from '#tests/harness/provider.ts'
import type { StaffMember } from '#tests/harness/shipping.ts'
import {
  ever,
  eventsNow,
  sendHandover,
  shipmentNow,
  shipmentsTo,
  shippingStaff,
} from '#tests/harness/shipping.ts'
import { endRules, licence, stateRule } from '#tests/harness/state-rules.ts'
import { countStatements } from '#tests/harness/statements.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { aMember, openTestShop, setStock } from '#tests/harness/test-shop.ts'

import { takeInOrders } from '../overview/overview.actions.server.ts'
import { shipments } from '../tables.ts'
import { recomputeReadiness } from './recompute-readiness.actions.server.ts'

let testShop: TestShop
let staff: StaffMember

beforeAll(async () => {
  testShop = await openTestShop()
  staff = await shippingStaff(testShop)
  await setStock(testShop.db, 'malbec-2022', 1_000)
})
afterAll(() => testShop.close())
beforeEach(async () => {
  for (const state of ['TX', 'AZ']) await endRules(testShop.db, state)
  await testShop.db.delete(licences)
  await recomputeReadiness(testShop.services)
})

type Box = { shipment: { id: string; number: number }; order: { id: string } }

const recompute = () => recomputeReadiness(testShop.services)
const stateOf = async ({ shipment }: Box) => {
  const { state, waitsFor } = await shipmentNow(testShop, shipment.id)
  return waitsFor ?? state
}
const openFlagsOf = async ({ order }: Box) => {
  const flags = await testShop.db.select().from(orderFlags).where(eq(orderFlags.orderId, order.id))
  return flags.filter(({ resolvedAt }) => resolvedAt === null).map(({ reason }) => reason)
}
const aBox = async (place: 'TX' | 'AZ' | 'CA') => (await shipmentsTo(testShop, staff, place, 1))[0]!

/** Orders of one buyer in Texas, a case each. */
async function boxesOfOne(count: number): Promise<Box[]> {
  const home = { address: '9 Pine Street', city: 'Austin', state: 'TX', zipCode: '78701' }
  const member = await aMember(testShop.db, home)
  const buyer = { ...member, firstName: 'Ana', lastName: 'Ruiz', ...home }
  const made: string[] = []
  for (let n = 0; n < count; n++) made.push(await seedOrder(testShop.db, buyer, 0))
  await takeInOrders(testShop.services, staff, { since: ever })
  const boxes = await testShop.db
    .select({ shipment: shipments, order: orders })
    .from(shipments)
    .innerJoin(orders, eq(orders.id, shipments.orderId))
    .where(eq(orders.userId, member.id))
    .orderBy(shipments.number)
  expect(boxes).toHaveLength(count)
  await recompute()
  return boxes
}

test('boxes to a suspended state wait with a flag, none is handed over, and they are ready again once it ends', async () => {
  const [texas, arizona] = [await aBox('TX'), await aBox('AZ')]
  expect([await stateOf(texas), await stateOf(arizona)]).toEqual(['ready', 'ready'])
  await stateRule(testShop.db, 'TX', { isSuspended: true })
  // Before the job of each minute.
  expect(await sendHandover(testShop, staff, [texas.shipment.number])).toMatchObject({ ok: false })
  await recompute()
  expect([await stateOf(texas), await stateOf(arizona)]).toEqual(['not-served', 'ready'])
  expect(await openFlagsOf(texas)).toEqual(['no-longer-served'])
  expect((await eventsNow(testShop, texas.shipment.id)).at(-1)).toMatchObject({
    ...{ kind: 'waiting', text: 'Today’s rules do not allow wine to this address.' },
  })
  await endRules(testShop.db, 'TX')
  await recompute()
  expect(await stateOf(texas)).toBe('ready')
  expect(await openFlagsOf(texas)).toEqual([])
})

test('a page that was open when its state was suspended can be paid: the order waits, and is not refunded', async () => {
  const { db, shop } = testShop
  const home = { address: '44 Elm Street', city: 'Austin', state: 'TX', zipCode: '78701' }
  const member = await aMember(db, home)
  await shop.changeCart(member, { kind: 'add', productId: 'malbec-2022' })
  await shop.changeCart(member, { kind: 'choose-shipping', method: 'ground' })
  const started = await shop.startCheckout(member)
  if (!started.ok) throw new Error(started.reason)
  await stateRule(db, 'TX', { isSuspended: true })
  expect(await shop.startCheckout(member)).toMatchObject({ reason: 'state-suspended' })
  await payAt(started.url, { email: member.email })
  const paid = await shop.recordPayment(/cs_[^/?#]+/.exec(started.url)![0])
  expect(paid).toMatchObject({ state: 'paid', notServed: null })
  await recompute()
  const [box] = await db
    .select({ shipment: shipments, order: orders })
    .from(shipments)
    .innerJoin(orders, eq(orders.id, shipments.orderId))
    .where(eq(orders.userId, member.id))
  expect(box!.order).toMatchObject({ state: 'paid', refundedCents: 0 })
  expect(await stateOf(box!)).toBe('not-served')
  expect(await openFlagsOf(box!)).toEqual(['no-longer-served'])
})

test('boxes wait from the midnight after a licence’s last day until there is a new one', async () => {
  const { db, services } = testShop
  const box = await aBox('TX')
  const day = async (days: number) => {
    const { rows } = await db.execute<{ day: string }>(
      sql`select (day_in('TX', ${services.clock().toISOString()}::timestamptz) + ${days}::int)::text as day`,
    )
    return rows[0]!.day
  }
  await licence(db, 'TX', await day(0))
  await recompute()
  expect(await stateOf(box)).toBe('ready')
  await db.update(licences).set({ until: await day(-1) })
  await recompute()
  expect(await stateOf(box)).toBe('not-served')
  await licence(db, 'TX', await day(30))
  await recompute()
  expect(await stateOf(box)).toBe('ready')
})

test('a box that waits for a birthdate leaves once its buyer has given one', async () => {
  const box = await aBox('AZ')
  await stateRule(testShop.db, 'AZ', { needsBirthdate: true })
  await recompute()
  expect(await stateOf(box)).toBe('not-served')
  await testShop.db
    .update(users)
    .set({ birthdate: '1980-01-01' })
    .where(eq(users.id, box.order.userId!))
  await recompute()
  expect(await stateOf(box)).toBe('ready')
})

test('an order that is larger than a new rule allows waits; what is collected is not asked about', async () => {
  const box = await aBox('TX')
  await stateRule(testShop.db, 'TX', { largestOrderMl: 1_500 })
  await recompute()
  expect(await stateOf(box)).toBe('not-served')
  await testShop.db
    .update(shipments)
    .set({ method: 'pickup', shipTo: null })
    .where(eq(shipments.id, box.shipment.id))
  await recompute()
  expect(await stateOf(box)).toBe('ready')
})

test('of a buyer’s boxes the first leave as far as the limit goes, by the day on which they leave; the others follow', async () => {
  const { db } = testShop
  const boxes = await boxesOfOne(3)
  const one = (await db.execute<{ ml: string }>(sql`select order_ml(${boxes[0]!.order.id}) as ml`))
    .rows[0]!.ml
  await stateRule(db, 'TX', {
    ...{ limitMl: 2 * Number(one), countedBy: 'person', countedIn: 'calendar-month' },
  })
  const states = () => Promise.all(boxes.map(stateOf))
  await recompute()
  expect(await states()).toEqual(['ready', 'ready', 'not-served'])
  const handed = await sendHandover(
    testShop,
    staff,
    boxes.slice(0, 2).map(({ shipment }) => shipment.number),
  )
  expect(handed).toMatchObject({ ok: true })
  await recompute()
  expect(await stateOf(boxes[2]!)).toBe('not-served')
  // They left in the month before, though they count by the day of the handover.
  await db.execute(sql`
    update shipments set handed_at = handed_at - interval '40 days'
    where id = ${boxes[0]!.shipment.id}`)
  await recompute()
  expect(await stateOf(boxes[2]!)).toBe('ready')
})

test('what was ordered before the window and has not left counts where it is about to leave', async () => {
  const { db } = testShop
  const boxes = await boxesOfOne(2)
  const one = (await db.execute<{ ml: string }>(sql`select order_ml(${boxes[0]!.order.id}) as ml`))
    .rows[0]!.ml
  await db.execute(sql`
    update orders set created_at = created_at - interval '40 days' where id = ${boxes[0]!.order.id}`)
  await stateRule(db, 'TX', {
    ...{ limitMl: Number(one), countedBy: 'person', countedIn: 'calendar-month' },
  })
  await recompute()
  expect(await Promise.all(boxes.map(stateOf))).toEqual(['ready', 'not-served'])
})

test.each([
  ['came back', 'returned', 'ready'],
  ['was canceled', 'cancelled', 'ready'],
  ['is under way', 'shipped', 'not-served'],
  ['was delivered', 'delivered', 'not-served'],
] as const)(
  'beside a box of the same order that %s (%s) the other one is %s',
  async (_what, state, itself) => {
    const { db } = testShop
    const [box] = await boxesOfOne(1)
    const { id } = box!.shipment
    const { rows } = await db.execute<{ ml: string }>(sql`select order_ml(${box!.order.id}) as ml`)
    await db.execute(sql`
      with apart as (
        insert into shipments (order_id, kind, method, state, ship_to, to_state, to_zip, created_at)
        select order_id, 'split', method, ${state}, ship_to, to_state, to_zip, created_at
        from shipments where id = ${id} returning id)
      insert into shipment_lines (shipment_id, product_id, units)
      select apart.id, line.product_id, line.units from shipment_lines as line, apart
      where line.shipment_id = ${id}`)
    await stateRule(db, 'TX', {
      ...{ limitMl: Number(rows[0]!.ml), countedBy: 'person', countedIn: 'calendar-month' },
    })
    await recompute()
    expect(await stateOf(box!)).toBe(itself)
  },
)

test('all boxes are checked by as many statements as one', async () => {
  await shipmentsTo(testShop, staff, 'TX', 3)
  await recompute()
  const { statements: idle } = await countStatements(recompute)
  await stateRule(testShop.db, 'TX', {
    limitMl: 9_000,
    countedBy: 'person',
    countedIn: 'calendar-month',
  })
  const { statements } = await countStatements(recompute)
  expect(statements).toBe(idle)
})
