import { randomUUID } from 'node:crypto'

import { desc, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { orders } from '#orders/order/tables.ts'
import { auditLog } from '#platform/audit/tables.ts'
import { personMerges } from '#privacy/merging/tables.ts'
import { shipmentHolds } from '#shipping/tables.ts'
import type { StaffMember } from '#tests/harness/shipping.ts'
import {
  emailsTo,
  eventsNow,
  sendHandover,
  shipmentNow,
  shipmentsTo,
  shippingStaff,
} from '#tests/harness/shipping.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { aMember, openTestShop, setStock } from '#tests/harness/test-shop.ts'

import {
  changeAddressForBuyer,
  changeEarliestForBuyer,
  giveOrderForBuyer,
  holdOrderForBuyer,
  undoChangeForBuyer,
} from './for-buyer.actions.server.ts'
import { orderChanges } from './tables.ts'
import { viewChanges } from './view-changes.actions.server.ts'

let testShop: TestShop
let shipping: StaffMember
let support: StaffMember

beforeAll(async () => {
  testShop = await openTestShop()
  shipping = await shippingStaff(testShop)
  support = { ...(await aMember(testShop.db)), role: 'staff', duties: ['support'] }
})
afterAll(() => testShop.close())
beforeEach(() => setStock(testShop.db, 'malbec-2022', 10_000))

type Box = Awaited<ReturnType<typeof shipmentsTo>>[number]

const aBox = async () => (await shipmentsTo(testShop, shipping, 'CA', 1))[0]!

const austin = {
  ...{ address: '500 Congress Avenue', addressExtra: '', city: 'Austin', state: 'TX' },
  ...{ zipCode: '78701', onPhone: 'yes' },
}

const ask = (
  action: typeof changeAddressForBuyer,
  { order }: Box,
  fields: object,
  { by = support, key = randomUUID() as string } = {},
) => action(testShop.services, by, { number: String(order.number), seen: '0', ...fields }, { key })

const logged = async ({ order }: Box) =>
  testShop.db
    .select({ action: auditLog.action, after: auditLog.after, by: auditLog.actorEmail })
    .from(auditLog)
    .where(eq(auditLog.subjectId, order.id))
    .orderBy(desc(auditLog.id))

const viewed = ({ order }: Box) =>
  viewChanges(testShop.services, { order, by: 'staff', page: '/admin' })

test('staff change an address for its buyer, who is emailed, and it is logged with the call', async () => {
  const box = await aBox()
  expect(await ask(changeAddressForBuyer, box, austin)).toMatchObject({
    said: { sentence: 'The buyer is emailed: “Your order now ships to Texas 78701.”' },
  })
  expect((await shipmentNow(testShop, box.shipment.id)).shipTo).toMatchObject({
    ...{ city: 'Austin', statementShown: { channel: 'phone' } },
  })
  expect(await logged(box)).toEqual([
    {
      ...{ action: 'order-changed', by: support.email },
      after: { change: 'Your order now ships to Texas 78701.', onPhone: true },
    },
  ])
  expect((await eventsNow(testShop, box.shipment.id)).at(-1)).toMatchObject({ source: 'staff' })
  expect(await emailsTo(testShop, box.order.email, 'order-changed')).toHaveLength(1)
})

test('without the buyer’s statement, to where wine may not go, and by who may not, nothing changes', async () => {
  const box = await aBox()
  const utah = { ...austin, city: 'Salt Lake City', state: 'UT', zipCode: '84101' }
  expect(await ask(changeAddressForBuyer, box, { ...austin, onPhone: '' })).toMatchObject({
    ...{ status: 400, errors: { onPhone: expect.any(String) } },
  })
  expect(await ask(changeAddressForBuyer, box, utah)).toMatchObject({
    errors: { state: 'We are not permitted to ship wine to this state.' },
  })
  expect(await ask(changeAddressForBuyer, box, austin, { by: shipping })).toMatchObject({
    status: 403,
  })
  expect(await shipmentNow(testShop, box.shipment.id)).toMatchObject({ toState: 'CA' })
  expect(await logged(box)).toEqual([])
})

test('nobody changes as staff an order of their own, of their address or of an account merged with theirs', async () => {
  const box = await aBox()
  const refused = {
    ok: false,
    sentence: expect.stringContaining(
      'This order belongs to you or to an account merged with yours.',
    ),
  }
  const refusedTo = async (by: StaffMember) => {
    for (const [action, fields] of [
      [changeAddressForBuyer, austin],
      [changeEarliestForBuyer, { earliest: '' }],
      [holdOrderForBuyer, { hold: 'yes' }],
      [undoChangeForBuyer, {}],
    ] as const) {
      expect(await ask(action as typeof changeAddressForBuyer, box, fields, { by })).toMatchObject(
        refused,
      )
    }
  }
  await refusedTo({ ...support, id: box.order.userId! })
  const other = await aMember(testShop.db)
  await testShop.db.insert(personMerges).values({
    ...{ requestKey: randomUUID(), fromUser: box.order.userId, intoUser: other.id },
    ...{ by: 'owner@example.com', moved: {} as never, undoUntil: new Date() },
  })
  await refusedTo({ ...support, id: other.id })
  // The account that was merged away is another once the merge is undone, and of the same person.
  const away = await aMember(testShop.db)
  await testShop.db.insert(personMerges).values({
    ...{ requestKey: randomUUID(), fromUser: away.id, intoUser: box.order.userId! },
    ...{ by: 'owner@example.com', moved: {} as never, undoUntil: new Date() },
  })
  await refusedTo({ ...support, id: away.id })
  const third = await aMember(testShop.db)
  await testShop.db
    .update(orders)
    .set({ userId: null, email: third.email.toUpperCase() })
    .where(eq(orders.id, box.order.id))
  await refusedTo({ ...support, id: third.id })
  expect(await logged(box)).toEqual([])
})

test('the eleventh change, and one under review, are by staff; none after the handover', async () => {
  const box = await aBox()
  await testShop.db.insert(orderChanges).values(
    Array.from({ length: 10 }, (_, index) => ({
      ...{ orderId: box.order.id, requestKey: randomUUID(), kind: 'earliest' as const },
      ...{ before: { earliest: null }, after: { earliest: null }, by: 'customer' as const },
      at: new Date(index),
    })),
  )
  await testShop.db.execute(sql`
    insert into order_flags (order_id, reason) values (${box.order.id}, 'address-differs')`)
  expect(await ask(changeAddressForBuyer, box, { ...austin, seen: '10' })).toMatchObject({
    ok: true,
  })
  const gone = await aBox()
  await sendHandover(testShop, shipping, [gone.shipment.number])
  expect(await ask(changeAddressForBuyer, gone, austin)).toMatchObject({
    ...{ ok: false, sentence: expect.stringContaining('handed over for shipping') },
  })
})

test('a change of staff is no change of the buyer’s ten, and a form sent twice is one', async () => {
  const box = await aBox()
  const key = randomUUID()
  const both = await Promise.all([
    ask(holdOrderForBuyer, box, { hold: 'yes' }, { key }),
    ask(holdOrderForBuyer, box, { hold: 'yes' }, { key }),
  ])
  expect(both).toMatchObject([{ ok: true }, { ok: true }])
  const holds = testShop.db
    .select()
    .from(shipmentHolds)
    .where(eq(shipmentHolds.shipmentId, box.shipment.id))
  expect(await holds).toMatchObject([{ reason: 'customer', by: 'Staff for the buyer' }])
  expect(await logged(box)).toMatchObject([
    {
      after: { change: 'We are holding your order until you tell us to send it.', onPhone: false },
    },
  ])
  expect(await viewed(box)).toMatchObject({ seen: 1, isHeld: true, canUndo: true })
})

test('what staff changed last is undone within ten minutes, all but what a buyer changed', async () => {
  const box = await aBox()
  const lucia = { name: 'Lucía Ferrer', phone: '4155550142', note: '', onPhone: 'yes' }
  await ask(changeAddressForBuyer, box, austin)
  await ask(giveOrderForBuyer, box, { ...lucia, seen: '1' })
  expect(await ask(undoChangeForBuyer, box, { seen: '2' })).toMatchObject({ ok: true })
  expect((await shipmentNow(testShop, box.shipment.id)).shipTo).not.toHaveProperty('gift')
  expect(await logged(box)).toMatchObject([
    { action: 'order-change-undone' },
    { action: 'order-changed' },
    { action: 'order-changed' },
  ])

  const other = await aBox()
  await ask(changeAddressForBuyer, other, austin)
  expect(await ask(undoChangeForBuyer, other, { seen: '1' })).toMatchObject({ ok: true })
  expect(await shipmentNow(testShop, other.shipment.id)).toMatchObject({
    ...{ toState: 'CA', shipTo: { city: 'San Francisco' } },
  })

  const late = await aBox()
  await ask(changeEarliestForBuyer, late, { earliest: '' }, {})
  await ask(holdOrderForBuyer, late, { hold: 'yes' })
  await testShop.db.execute(sql`update order_changes
    set at = at - interval '11 minutes' where order_id = ${late.order.id}`)
  expect(await viewed(late)).toMatchObject({ canUndo: false })
  expect(await ask(undoChangeForBuyer, late, { seen: '1' })).toMatchObject({ ok: false })

  const gone = await aBox()
  await ask(changeAddressForBuyer, gone, austin)
  expect(await viewed(gone)).toMatchObject({ canUndo: true })
  await testShop.db.execute(sql`
    update shipments set state = 'handed-over', handed_at = now() where id = ${gone.shipment.id}`)
  expect(await viewed(gone)).toMatchObject({ whyNot: 'handed-over', canUndo: false })
})

test('of it and a handover at the same moment one wins', async () => {
  for (const box of await shipmentsTo(testShop, shipping, 'CA', 40)) {
    const [changed, handed] = await Promise.all([
      ask(changeAddressForBuyer, box, austin),
      sendHandover(testShop, shipping, [box.shipment.number]),
    ])
    const now = await shipmentNow(testShop, box.shipment.id)
    expect(now.toState).toBe(changed.ok ? 'TX' : 'CA')
    expect(now.state).toBe(handed.ok ? 'handed-over' : 'ready')
  }
})

test.each([
  [{ customer: 9 }, null],
  [{ customer: 10 }, 'too-many'],
  [{ 'guest-link': 10 }, 'too-many'],
  [{ customer: 5, 'guest-link': 5 }, 'too-many'],
  [{ staff: 10 }, null],
  [{ customer: 9, staff: 10 }, null],
  [{ customer: 10, staff: 1 }, 'too-many'],
] as const)('of %j changes those of the buyer alone are counted: %s', async (counts, whyNot) => {
  const box = await aBox()
  const made = Object.entries(counts).flatMap(([by, count]) =>
    Array.from({ length: count }, () => by as keyof typeof counts),
  )
  await testShop.db.insert(orderChanges).values(
    made.map((by) => ({
      ...{ orderId: box.order.id, by, requestKey: randomUUID(), kind: 'earliest' as const },
      ...{ at: new Date(), before: { earliest: null }, after: { earliest: null } },
    })),
  )
  const seenBy = (by: 'customer' | 'guest-link' | 'staff') =>
    viewChanges(testShop.services, { order: box.order, by, page: '/order' })
  expect(await seenBy('customer')).toMatchObject({ whyNot, seen: made.length })
  expect(await seenBy('guest-link')).toMatchObject({ whyNot, seen: made.length })
  expect(await seenBy('staff')).toMatchObject({ whyNot: null, seen: made.length })
})
