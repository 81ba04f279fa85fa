import { randomUUID } from 'node:crypto'

import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { adminFigures } from '#admin/figures.server.ts'
import { tasks } from '#admin/today/tables.ts'
import { everybody } from '#campaigns/campaign/audience.rules.ts'
import { campaignEmails, campaigns } from '#campaigns/campaign/tables.ts'
import { campaignFigures } from '#campaigns/figures.server.ts'
import { catalogueFigures } from '#catalogue/figures.server.ts'
import { products } from '#catalogue/wines/tables.ts'
import { mailFigures } from '#mail/figures.server.ts'
import { mails } from '#mail/tables.ts'
import { orderFigures } from '#orders/figures.server.ts'
import { raiseFlag } from '#orders/flags/order-flags.store.server.ts'
import { orders } from '#orders/order/tables.ts'
import { queueJob } from '#platform/jobs/queue.server.ts'
import { shippingFigures } from '#shipping/figures.server.ts'
import { shippingFigures as figuresOfPage } from '#shipping/overview/shipping-figures.store.server.ts'
import { carrierContacts, shipmentHolds, shipments } from '#shipping/tables.ts'
import { shipmentsTo, shippingStaff } from '#tests/harness/shipping.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { openTestShop, setStock } from '#tests/harness/test-shop.ts'

let testShop: TestShop
beforeAll(async () => {
  testShop = await openTestShop()
})
afterAll(() => testShop.close())

const ago = (span: string) => sql`now() - ${span}::interval`
const hours = (seconds: number | null) => Math.round((seconds ?? 0) / 3_600)

test('emails are counted by their state, and are overdue without those of campaigns', async () => {
  const { db } = testShop
  expect(await mailFigures.read(db)).toEqual({
    outbox: { queued: 0, sending: 0, failed: 0 },
    overdue: 0,
  })
  const mail = (columns: object) =>
    db.insert(mails).values({
      kind: 'register',
      recipient: 'ana@customer.example',
      props: {},
      ...columns,
    } as never)
  await mail({ nextTryAt: ago('3 hours') })
  await mail({ nextTryAt: ago('1 hour') })
  await mail({ kind: 'campaign', nextTryAt: ago('9 hours') })
  for (const state of ['sending', 'failed', 'dead', 'sent', 'suppressed'] as const) {
    await mail({ state, nextTryAt: ago('12 hours') })
  }
  const { outbox, overdue } = await mailFigures.read(db)
  expect(outbox).toEqual({ queued: 3, sending: 1, failed: 2 })
  expect(hours(overdue)).toBe(3)
  await db.delete(mails)
  // One that waits for its next attempt is not overdue.
  await mail({ nextTryAt: ago('-1 hour') })
  expect((await mailFigures.read(db)).overdue).toBe(0)
})

test('campaigns in progress are counted, with their emails and the silence of those being sent', async () => {
  const { db } = testShop
  const campaign = async (
    state: 'draft' | 'scheduled' | 'sending' | 'paused' | 'sent',
    began: string,
  ) => {
    const at = ago(began)
    const made = {
      name: state,
      audience: everybody,
      state,
      sendAt: at,
      startedAt: at,
      updatedAt: at,
    }
    const [row] = await db
      .insert(campaigns)
      .values(made as never)
      .returning()
    return row!.id
  }
  const email = (campaignId: string, outcome: string, settled: string | null = null) =>
    db.insert(campaignEmails).values({
      ...{ campaignId, outcome, email: `${randomUUID()}@customer.example` },
      settledAt: settled && ago(settled),
    } as never)
  const [sending, paused, sent] = [
    await campaign('sending', '5 hours'),
    await campaign('paused', '9 hours'),
    await campaign('sent', '9 hours'),
  ]
  await campaign('draft', '9 hours')
  await campaign('scheduled', '9 hours')
  await email(sending, 'queued')
  await email(sending, 'sent', '3 hours')
  await email(sending, 'suppressed', '4 hours')
  await email(sending, 'rejected', '4 hours')
  await email(paused, 'failed', '9 hours')
  await email(paused, 'sent', '9 hours')
  await email(sent, 'sent', '9 hours')
  const { silence, ...counts } = await campaignFigures.read(db)
  expect(counts).toEqual({
    campaigns: { scheduled: 1, sending: 1, paused: 1 },
    emails: { queued: 1, sent: 2, suppressed: 1, rejected: 1, failed: 1 },
  })
  expect(hours(silence)).toBe(3)
})

test('shipments are counted by their state, and a carrier is silent while it is asked', async () => {
  const { db } = testShop
  const staff = await shippingStaff(testShop)
  await setStock(db, 'malbec-2022', 1_000)
  expect(await shippingFigures.read(db)).toEqual({
    shipments: {},
    silence: null,
    invalidResponses: 0,
  })
  const contact = { failures: 0, invalidResponses: 0 }
  await db.insert(carrierContacts).values([
    { ...contact, carrier: 'ups', askedAt: ago('1 hour'), heardAt: ago('5 hours') },
    { ...contact, carrier: 'fedex', askedAt: ago('25 hours'), heardAt: ago('26 hours') },
  ] as never)
  await db
    .update(carrierContacts)
    .set({ invalidResponses: 4, invalidSince: ago('59 minutes') as never })
    .where(eq(carrierContacts.carrier, 'ups'))
  await db
    .update(carrierContacts)
    .set({ invalidResponses: 9, invalidSince: ago('61 minutes') as never })
    .where(eq(carrierContacts.carrier, 'fedex'))
  const states = [
    ...['waiting', 'waiting', 'ready', 'ready', 'handed-over', 'handed-over', 'handed-over'],
    ...['shipped', 'out', 'attempted', 'at-depot', 'returning', 'agreed', 'missed'],
    ...['delivered', 'collected', 'returned', 'returned', 'lost', 'damaged', 'cancelled'],
  ] as (typeof shipments.$inferSelect)['state'][]
  const all = await shipmentsTo(testShop, staff, 'TX', states.length)
  for (const [index, state] of states.entries()) {
    const method = index === 3 ? 'pickup' : 'ground'
    const settledAt = index === 16 ? new Date() : null
    await db
      .update(shipments)
      .set({ state, method, settledAt, waitsFor: null })
      .where(eq(shipments.id, all[index]!.shipment.id))
  }
  const { silence, ...counts } = await shippingFigures.read(db)
  expect(counts).toEqual({
    shipments: {
      ...{ waiting: 2, ready: 2, 'handed-over': 3, shipped: 1, out: 1, attempted: 1 },
      ...{ 'at-depot': 1, returning: 1, agreed: 1, missed: 1 },
    },
    invalidResponses: 4,
  })
  expect(hours(silence)).toBe(5)

  const [hold] = await db
    .insert(shipmentHolds)
    .values({
      ...{ groupId: randomUUID(), scope: 'state', place: 'TX', reason: 'weather', by: staff.email },
      from: new Date(),
    })
    .returning()
  const [held, flagged] = [all[0]!.shipment.id, all[1]!.shipment.id]
  await db
    .update(shipments)
    .set({ waitsFor: 'held', heldBy: hold!.id })
    .where(eq(shipments.id, held))
  await db.update(shipments).set({ waitsFor: 'flagged' }).where(eq(shipments.id, flagged))
  expect(await figuresOfPage(db)).toEqual({
    ready: 2,
    pickups: 1,
    handedOver: 3,
    underWay: 5,
    // One that waits for its flag, attempted, at the depot, missed, returned and not settled, lost, damaged.
    person: 7,
    held: [{ reason: 'weather', count: 1 }],
  })
})

test('an order with several flags is counted once, and not one whose flags are resolved', async () => {
  const { db } = testShop
  const [one, other] = await db.select({ id: orders.id }).from(orders).limit(2)
  await db.execute(sql`delete from order_flags`)
  await raiseFlag(db, one!.id, 'address-differs')
  await raiseFlag(db, one!.id, 'amount-differs')
  await raiseFlag(db, other!.id, 'address-differs')
  expect(await orderFigures.read(db)).toBe(2)
  await db.execute(sql`update order_flags set resolved_at = now() where order_id = ${other!.id}`)
  expect(await orderFigures.read(db)).toBe(1)
})

test('tasks and jobs are counted by what became of them', async () => {
  const { db } = testShop
  await db.delete(tasks)
  await db.execute(sql`delete from graphile_worker._private_jobs`)
  const task = (columns: object) =>
    db.insert(tasks).values({
      kind: 'order-review',
      subject: randomUUID(),
      since: new Date(),
      ...columns,
    } as never)
  await task({ state: 'open' })
  await task({ state: 'taken', isRepaired: true })
  await task({
    state: 'obsolete',
    isRepaired: true,
    createdAt: ago('9 days'),
    closedAt: ago('23 hours'),
  })
  await task({
    state: 'done',
    isRepaired: true,
    createdAt: ago('9 days'),
    closedAt: ago('25 hours'),
  })
  await task({ state: 'done', closedAt: ago('1 hour') })
  for (const refundId of ['waits', 'runs', 'failed', 'last']) {
    await queueJob(db, 'make-refund', { refundId })
  }
  const job = (refundId: string, set: ReturnType<typeof sql>) =>
    db.execute(sql`update graphile_worker._private_jobs set ${set}
      where payload ->> 'refundId' = ${refundId}`)
  await job('runs', sql`locked_at = now(), locked_by = 'x'`)
  await job('waits', sql`attempts = 7`)
  // For half an hour by now; it is tried again for hours.
  await job('failed', sql`attempts = 8`)
  // In its last attempt it runs, and has not failed yet.
  await job('last', sql`attempts = max_attempts, locked_at = now(), locked_by = 'x'`)
  expect(await adminFigures.read(db)).toEqual({
    tasks: { open: 2, repaired: 2 },
    jobs: { waiting: 1, running: 2, failed: 1 },
  })
})

test('the metric of the stock has the free units of a limited wine', async () => {
  const { db } = testShop
  const set = (id: string, counts: object) =>
    db.update(products).set(counts).where(eq(products.id, id))
  await set('malbec-2022', { stock: 100, held: 1, sold: 20, promised: 30 })
  await set('malbec-2021', { stock: null, held: 4, sold: 5, promised: 0 })
  const [gauge] = catalogueFigures.gauges
  const samples = gauge!.read((await catalogueFigures.read(db)) as never)
  const of = (id: string) => samples.filter(([{ product }]) => product === id)
  expect(of('malbec-2022')).toEqual([
    [{ product: 'malbec-2022', state: 'held' }, 1],
    [{ product: 'malbec-2022', state: 'sold' }, 20],
    [{ product: 'malbec-2022', state: 'free' }, 49],
  ])
  expect(of('malbec-2021')).toEqual([
    [{ product: 'malbec-2021', state: 'held' }, 4],
    [{ product: 'malbec-2021', state: 'sold' }, 5],
  ])
})
