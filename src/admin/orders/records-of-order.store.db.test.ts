import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { addOrderNote } from '#orders/notes/add-order-note.actions.server.ts'
import { orders } from '#orders/order/tables.ts'
import { logOfAll } from '#platform/audit/record-log.actions.server.ts'
import { holdShipment } from '#shipping/holds/holds.actions.server.ts'
import { markReturned } from '#shipping/shipments/mark-shipment.actions.server.ts'
import type { StaffMember } from '#tests/harness/shipping.ts'
import { handOver, shipmentsTo, shippingStaff } from '#tests/harness/shipping.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { openTestShop, setStock } from '#tests/harness/test-shop.ts'

import { recordsOfOrder } from './records-of-order.store.server.ts'

let testShop: TestShop
let staff: StaffMember

beforeAll(async () => {
  testShop = await openTestShop()
  staff = await shippingStaff(testShop)
  await setStock(testShop.db, 'malbec-2022', 100)
})
afterAll(() => testShop.close())

const historyOf = async (id: string) => {
  const [order] = await testShop.db.select().from(orders).where(eq(orders.id, id))
  const entries = await logOfAll(testShop.db, await recordsOfOrder(testShop.db, order!))
  return entries.map(({ action }) => action)
}

test('an order’s history has what staff did with its shipments and their handover', async () => {
  const [mine, other] = await shipmentsTo(testShop, staff, 'TX', 2)
  expect(await historyOf(mine!.order.id)).toEqual([])
  const { services } = testShop
  const { number } = mine!.order
  await addOrderNote(services, { ...staff, duties: ['owner'] }, { number, note: 'Call first.' })
  await handOver(testShop, staff, [mine!])
  const marked = { number: mine!.shipment.number, reason: 'Refused at the door.' }
  await testShop.db.execute(
    sql`update shipments set state = 'delivered' where id = ${mine!.shipment.id}`,
  )
  expect(await markReturned(services, staff, marked)).toMatchObject({ ok: true })
  const held = { number: other!.shipment.number, reason: 'Asked by phone.' }
  expect(await holdShipment(services, staff, held)).toMatchObject({ ok: true })
  expect(await historyOf(mine!.order.id)).toEqual([
    'shipment-marked',
    'tracking-added',
    'handover-made',
    'order-note-added',
  ])
  expect(await historyOf(other!.order.id)).toEqual(['shipment-held'])
})

test('and of the request whose grant it drew on', async () => {
  const [mine] = await shipmentsTo(testShop, staff, 'TX', 1)
  const { id } = mine!.order
  await testShop.db.execute(sql`
    with chosen as (select o.user_id, o.checkout_id from orders as o where o.id = ${id}),
    asked as (
      insert into requests (kind, user_id, product_id, state)
      select 'more', chosen.user_id, 'malbec-2022', 'granted' from chosen returning id),
    allocated as (
      insert into allocations (user_id, product_id, units, origin, request_id, promise_until)
      select chosen.user_id, 'malbec-2022', 1, 'grant', asked.id, now() from asked, chosen
      returning id),
    kept as (
      insert into allocations (user_id, product_id, units, origin, promise_until)
      select chosen.user_id, 'malbec-2022', 1, 'grant', now() from chosen returning id),
    drawn as (
      insert into checkout_allocations (checkout_id, allocation_id, units)
      select chosen.checkout_id, one.id, 1 from chosen,
        (select id from allocated union all select id from kept) as one)
    insert into audit_log (actor_email, action, subject_kind, subject_id)
    select 'staff@kohue.example', 'request-granted', 'request', id::text from asked`)
  expect(await historyOf(id)).toEqual(['request-granted'])
  // What was allocated without a request has none.
  const records = await recordsOfOrder(testShop.db, mine!.order)
  expect(records.map(({ kind }) => kind).toSorted()).toEqual(['order', 'request', 'shipment'])
})
