import { randomUUID } from 'node:crypto'

import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { checkouts } from '#catalogue/tables.ts'
import { changeMethod } from '#order-changes/change-method.actions.server.ts'
import { changeAddress } from '#order-changes/change-order.actions.server.ts'
import { giveOrder } from '#order-changes/give-order.actions.server.ts'
import { splitOrderForBuyer, viewParts } from '#order-changes/split-order.actions.server.ts'
import { orderChanges } from '#order-changes/tables.ts'
import type { Order } from '#orders/order/orders.store.server.ts'
import { orderNotes, orders, refunds } from '#orders/order/tables.ts'
import { auditLog } from '#platform/audit/tables.ts'
import { startReshipment } from '#shipping/returns/start-reshipment.actions.server.ts'
import { shipmentEvents, shipments } from '#shipping/tables.ts'
import { openChangesShop } from '#tests/harness/changed-orders.ts'
import { tablesWith } from '#tests/harness/tables-with.ts'
import { aMember } from '#tests/harness/test-shop.ts'

import {
  complianceEvents,
  compliancePeople,
  complianceRecords,
  complianceReports,
} from '../tables.ts'
import { eraseOldRecords } from './erase-old-records.actions.server.ts'
import { endLegalHold, placeLegalHold } from './record.actions.server.ts'
import { viewRecord } from './view-record.actions.server.ts'

const { testShop, anOrder, boxesOf, change, staff } = await openChangesShop()
const { db, services } = testShop
const officer = { ...(await aMember(db)), role: 'staff' as const, duties: ['compliance' as const] }

/** An order whose buyer has a name, an address, a phone and a birthdate of their own, and gave it to another. */
async function anOrderOf(word: string) {
  const member = await aMember(db, {
    ...{ firstName: word, lastName: 'Ruiz', address: `12 ${word} Street`, phone: '4155559876' },
    birthdate: '1981-02-03',
  })
  const bought = await anOrder({ member, cases: 2 })
  const given = {
    name: `${word} Friend`,
    phone: '4155551234',
    note: `For ${word}`,
    statement: 'yes',
  }
  expect(await change(giveOrder, bought, given as never)).toMatchObject({ ok: true })
  const { id: orderId, checkoutId } = bought.order
  await db.update(shipments).set({ signedBy: word }).where(eq(shipments.orderId, orderId))
  await db.insert(shipmentEvents).values({
    ...{ shipmentId: bought.shipment.id, at: new Date(), source: 'carrier', kind: 'delivered' },
    ...{ text: `Left with ${word}`, signer: word },
  })
  await db
    .insert(orderNotes)
    .values({ orderId, requestKey: word, text: `${word} called`, writtenBy: 'a@b.example' })
  // Fewer cases, as a buyer asks for them.
  await db.insert(refunds).values({
    ...{ orderId, requestKey: randomUUID(), cause: 'staff', amountCents: 1, state: 'failed' },
    requestedBy: member.email,
  })
  await db
    .update(checkouts)
    .set({ email: `${word}@example.com` })
    .where(eq(checkouts.id, checkoutId))
  return { ...bought, member }
}

/** The job, so many years and days after now. */
const runAfter = (years: number, days: number) => {
  const at = services.clock()
  at.setUTCFullYear(at.getUTCFullYear() + years)
  at.setUTCDate(at.getUTCDate() + days)
  return eraseOldRecords({ ...services, clock: () => at })
}

const recordNow = async ({ number }: Pick<Order, 'number'>) => (await viewRecord(db, number))!

const byState = async () =>
  (
    await db.execute(sql`
      select (select json_agg(o order by s) from (select ship_to_state as s, count(*), sum(total_cents) from orders group by 1) as o) as orders,
        (select json_agg(b order by s) from (select to_state as s, count(*) from shipments group by 1) as b) as boxes,
        (select json_agg(r order by s) from (select state as s, count(*), sum((facts ->> 'ml')::int) from compliance_records group by 1) as r) as records`)
  ).rows

/** The tables with a text; a buyer's account and the emails to it are theirs, and are erased with it. */
const tablesOfOrders = async (part: string) => {
  const ofAccount = ['duplicates', 'mails', 'sessions', 'users']
  return (await tablesWith(db, part)).filter((table) => !ofAccount.includes(table))
}

test('seven years on no table of an order has its person, and the figures stay', async () => {
  const word = 'Nadelmann'
  const { order, member } = await anOrderOf(word)
  const held = await anOrderOf('Heldmann')
  const hold = { number: String(held.order.number), reason: 'Audit of California' }
  expect(await placeLegalHold(services, officer, hold)).toMatchObject({ ok: true })
  const figures = await byState()
  await runAfter(7, -1)
  expect((await recordNow(order)).person).toMatchObject({ name: 'Nadelmann Ruiz' })
  await runAfter(7, 1)
  expect(await byState()).toEqual(figures)

  const record = await recordNow(order)
  expect(record).toMatchObject({ person: null, brokenAt: null, facts: { ml: 4_500 } })
  expect(record.events.at(-1)).toMatchObject({ kind: 'erased' })
  const gone = { address: '', addressExtra: '', city: '', zipCode: '', state: 'CA', name: '' }
  const nobody = { ...gone, phone: '', birthdate: null }
  const [after] = await db.select().from(orders).where(eq(orders.id, order.id))
  expect(after).toMatchObject({ name: '', email: '', shipTo: nobody, totalCents: order.totalCents })
  expect(after!.shipTo).not.toHaveProperty('gift')
  expect(after!.shipTo!.statement).toBe(order.shipTo!.statement)
  const [checkout] = await db.select().from(checkouts).where(eq(checkouts.id, order.checkoutId))
  expect(checkout).toMatchObject({ email: null, shipTo: nobody, fingerprint: '', sessionUrl: null })
  const [box] = await db.select().from(shipments).where(eq(shipments.orderId, order.id))
  expect(box).toMatchObject({ shipTo: nobody, toState: 'CA', toZip: '', signedBy: null })
  const [given] = await db.select().from(orderChanges).where(eq(orderChanges.orderId, order.id))
  expect(given).toMatchObject({ kind: 'gift', before: { gift: null }, after: { gift: null } })
  for (const part of [word, member.email]) expect(await tablesOfOrders(part)).toEqual([])

  expect((await recordNow(held.order)).person).toMatchObject({ name: 'Heldmann Ruiz' })
  const [kept] = await db.select().from(orders).where(eq(orders.id, held.order.id))
  expect(kept).toMatchObject({ name: 'Heldmann Ruiz', email: held.order.email })
  const lifted = { ...hold, reason: 'Audit is over' }
  expect(await endLegalHold(services, officer, lifted)).toMatchObject({ ok: true })
  await runAfter(7, 1)
  expect((await recordNow(held.order)).person).toBeNull()
})

test('nor do its changes say where it went, or the pages on which more was paid for sending it', async () => {
  const elsewhere = { address: '7 Umzug Street', addressExtra: '', city: 'Fresno', state: 'CA' }
  const moved = await anOrder({ cases: 2 })
  const to = { ...elsewhere, zipCode: '93704', statement: 'yes' as const }
  expect(await change(changeAddress, moved, to)).toMatchObject({ ok: true })
  const part = (await viewParts(services, moved.order))[0]!.value
  const apart = { ...elsewhere, zipCode: '93705', earliest: '', onPhone: 'yes' }
  const number = String(moved.order.number)
  expect(
    await splitOrderForBuyer(
      services,
      { ...staff, duties: ['owner'] },
      { ...apart, number, part, seen: '1' } as never,
      { key: randomUUID() },
    ),
  ).toMatchObject({ ok: true })
  const faster = await anOrder()
  expect(await change(changeMethod, faster, { method: 'overnight=4500' })).toMatchObject({
    said: { to: expect.stringMatching(/cs_/) },
  })
  const back = await anOrder()
  await db
    .update(shipments)
    .set({ state: 'returned', returnedAt: services.clock() })
    .where(eq(shipments.orderId, back.order.id))
  const buyer = { userId: back.buyer.id, number: back.order.number }
  const values = { ...elsewhere, zipCode: '93706', method: 'ground', to: 'other' }
  expect(
    await startReshipment(services, buyer, { shipmentId: back.shipment.id, values }),
  ).toMatchObject({ ok: true })
  expect(await tablesWith(db, 'Umzug')).toEqual(
    expect.arrayContaining(['checkouts', 'order_changes', 'reshipments', 'shipments']),
  )

  await runAfter(8, 0)
  expect(await tablesOfOrders('Umzug')).toEqual([])
  expect(await tablesOfOrders('93704')).toEqual([])
  // Nothing is taken out of the log of staff, which has state and ZIP code of what they changed, and no person.
  expect(await tablesOfOrders('93705')).toEqual(['audit_log'])
  expect(await tablesOfOrders('93706')).toEqual([])
  const unpaid = await db
    .select({ channel: checkouts.channel, shipTo: checkouts.shipTo })
    .from(checkouts)
    .where(sql`channel in ('difference', 'reshipment')`)
    .orderBy(checkouts.channel)
  const nobody = { address: '', city: '', zipCode: '', state: 'CA', name: '', phone: '' }
  expect(unpaid).toMatchObject([
    { channel: 'difference', shipTo: nobody },
    { channel: 'reshipment', shipTo: nobody },
  ])
  const changes = await db
    .select({ kind: orderChanges.kind, after: orderChanges.after })
    .from(orderChanges)
    .where(eq(orderChanges.orderId, moved.order.id))
    .orderBy(orderChanges.at)
  expect(changes).toEqual([
    {
      kind: 'address',
      after: { address: { address: '', addressExtra: '', city: '', state: 'CA', zipCode: '' } },
    },
    { kind: 'split', after: { apart: { cases: 1, state: 'CA', zipCode: '', earliest: null } } },
  ])
  expect((await boxesOf(moved.order)).map(({ toState, toZip }) => [toState, toZip])).toEqual([
    ['CA', ''],
    ['CA', ''],
  ])
})

test('the file of a report goes when its period is as old, and its hash stays', async () => {
  const year = services.clock().getUTCFullYear()
  for (const from of [year - 2, year + 1]) {
    await db.execute(sql`
      insert into compliance_reports (state, every, from_day, until_day, format, version, made_at, made_by, file, sha256, figures)
      values ('CA', 'month', ${`${from}-01-01`}, ${`${from}-02-01`}, 'general', 1, now(), 'a@b.example', 'Ana Ruiz', 'a1', '{}')`)
  }
  await runAfter(7, 0)
  const left = await db.select().from(complianceReports).orderBy(complianceReports.from)
  expect(left.map(({ file, sha256 }) => [file, sha256])).toEqual([
    ['', 'a1'],
    ['Ana Ruiz', 'a1'],
  ])
})

test('more orders than one batch are erased, and none is touched twice', async () => {
  const { order } = await anOrder({ cases: 1 })
  await db.execute(sql`
    insert into compliance_records (order_id, state, at, facts, person_hash, hash)
    select gen_random_uuid(), 'CA', now(), '{"ml": 0}', '', '' from generate_series(1, 450)`)
  await db.execute(sql`
    insert into compliance_people (order_id, name, address, address_extra, city, state, zip_code, birthdate, phone, email)
    select order_id, '', '', '', '', '', '', '', '', '' from compliance_records where facts = '{"ml": 0}'`)
  await runAfter(8, 0)
  const count = async (table: typeof compliancePeople | typeof complianceRecords) =>
    db.$count(table)
  expect(await count(compliancePeople)).toBe(0)
  await runAfter(9, 0)
  const erased = await db.$count(complianceEvents, sql`kind = 'erased' and order_id = ${order.id}`)
  expect(erased).toBe(1)
})

test('a legal hold is placed with a reason and ended with one, each once, by those with the duty', async () => {
  const { order } = await anOrder({ cases: 1 })
  const sent = (reason: string) => ({ number: String(order.number), reason })
  expect(await placeLegalHold(services, officer, sent(' '))).toMatchObject({
    ok: false,
    errors: { reason: expect.any(String) },
  })
  const support = { ...officer, duties: ['support' as const] }
  expect(await placeLegalHold(services, support, sent('Audit'))).toMatchObject({ status: 403 })
  expect(await endLegalHold(services, officer, sent('None was placed'))).toMatchObject({ ok: true })
  await Promise.all([1, 2].map(() => placeLegalHold(services, officer, sent('Audit'))))
  expect((await recordNow(order)).isHeld).toBe(true)
  await endLegalHold(services, officer, sent('Over'))
  const { isHeld, events, brokenAt } = await recordNow(order)
  expect({ isHeld, brokenAt }).toEqual({ isHeld: false, brokenAt: null })
  expect(events.map(({ kind, facts }) => ({ kind, facts }))).toEqual([
    { kind: 'legal-hold', facts: { reason: 'Audit', by: officer.email } },
    { kind: 'legal-hold-ended', facts: { reason: 'Over', by: officer.email } },
  ])
  const log = await db
    .select()
    .from(auditLog)
    .where(eq(auditLog.subjectId, order.id))
    .orderBy(auditLog.id)
  expect(log.map(({ action, after }) => ({ action, after }))).toEqual([
    { action: 'legal-hold-placed', after: { isHeld: true, reason: 'Audit' } },
    { action: 'legal-hold-ended', after: { isHeld: false, reason: 'Over' } },
  ])
})
