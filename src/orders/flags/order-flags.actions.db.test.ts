import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { auditLog } from '#platform/audit/tables.ts'
import { aStaffMember } from '#tests/harness/staff.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { openTestShop } from '#tests/harness/test-shop.ts'

import { orderFlags } from '../order/tables.ts'
import type { FlagReason } from './flag-reasons.copy.ts'
import {
  countFlaggedOrders,
  openFlagsOf,
  raiseFlag,
  resolveFlagsAbout,
} from './order-flags.store.server.ts'
import { resolveFlag } from './resolve-flag.actions.server.ts'

let testShop: TestShop
let staff: Awaited<ReturnType<typeof aStaffMember>>
beforeAll(async () => {
  testShop = await openTestShop()
  staff = { ...(await aStaffMember(testShop.db)), duties: ['support'] }
})
afterAll(() => testShop.close())

async function anOrder(email = 'buyer@example.com'): Promise<{ id: string; number: number }> {
  const { rows } = await testShop.db.execute<{ id: string; number: number }>(sql`
    with begun as (
      insert into checkouts (channel, state, fingerprint, shipping_method, subtotal_cents,
        shipping_cents, tax_cents, total_cents, expires_at)
      values ('offering', 'paid', '', 'ground', 45000, 3500, 3263, 51763, now()) returning id),
    placed as (
      insert into orders (checkout_id, channel, email, name, shipping_method, ship_to,
        subtotal_cents, shipping_cents, tax_cents, total_cents)
      select id, 'offering', ${email}, 'A', 'ground', '{"state":"CA"}', 45000, 3500, 3263, 51763
      from begun returning id, number),
    line as (
      insert into order_lines (order_id, product_id, description, quantity, unit_price_cents, tax_cents)
      select id, 'malbec-2022', 'Malbec', 1, 45000, 3263 from placed)
    select id, number from placed`)
  return rows[0]!
}

const raise = (order: { id: string }, reason: FlagReason, source = '', once = false) =>
  raiseFlag(testShop.db, order.id, reason, { source, once })

const openOf = async (order: { id: string }) =>
  (await openFlagsOf(testShop.db, order.id)).map(({ reason, source }) => `${reason} ${source}`)

async function resolve(order: { id: string; number: number }, reason: FlagReason) {
  const rows = await testShop.db.select().from(orderFlags).where(eq(orderFlags.orderId, order.id))
  const flag = rows.find((row) => row.reason === reason)!.id
  return resolveFlag(testShop.services, staff, { number: order.number, flag })
}

const entriesOf = async (order: { id: string }) =>
  (await testShop.db.select().from(auditLog).where(eq(auditLog.subjectId, order.id))).map(
    ({ action, before, after }) => ({ action, before, after }),
  )

test('a reviewed flag is closed with who reviewed it, and raised again as a new one', async () => {
  const order = await anOrder()
  await raise(order, 'refund-failed', 're_1')
  await raise(order, 'amount-short')
  expect(await openOf(order)).toEqual(['refund-failed re_1', 'amount-short '])
  expect(await countFlaggedOrders(testShop.db)).toBe(1)
  expect(await resolve(order, 'refund-failed')).toMatchObject({ ok: true })
  await raise(order, 'refund-failed', 're_1', true)
  expect(await openOf(order)).toEqual(['amount-short '])
  expect(await entriesOf(order)).toEqual([
    { action: 'flag-resolved', before: { flag: 'refund-failed' }, after: { flag: null } },
  ])
  const stored = async () => {
    const { rows } = await testShop.db.execute(sql`select resolved_by as by from order_flags
      where order_id = ${order.id} and reason = 'refund-failed'`)
    return rows
  }
  expect(await stored()).toEqual([{ by: staff.email }])
  await raise(order, 'refund-failed', 're_1')
  expect(await stored()).toEqual([{ by: null }])
  expect(await openOf(order)).toEqual(['amount-short ', 'refund-failed re_1'])
})

test('a dispute is the bank’s to decide, and nobody reviews an order of their own', async () => {
  const disputed = await anOrder()
  await raise(disputed, 'disputed', 'dp_1')
  expect(await resolve(disputed, 'disputed')).toMatchObject({ ok: true, said: { tone: 'info' } })
  const own = await anOrder(staff.email.toUpperCase())
  await raise(own, 'amount-short')
  expect(await resolve(own, 'amount-short')).toMatchObject({ ok: false })
  const all = [disputed, own]
  expect(await Promise.all(all.map(openOf))).toEqual([['disputed dp_1'], ['amount-short ']])
  expect(await Promise.all(all.map(entriesOf))).toEqual([[], []])
})

test('what a box raised is closed with it, and what other boxes raised is not', async () => {
  const order = await anOrder()
  await raise(order, 'shipment-lost', 'box-1')
  await raise(order, 'return-contradicts', 'box-1 opened')
  await raise(order, 'shipment-damaged', 'box-1')
  await raise(order, 'shipment-lost', 'box-12')
  await resolveFlagsAbout(testShop.db, {
    orderId: order.id,
    source: 'box-1',
    reasons: ['shipment-lost', 'return-contradicts'],
  })
  expect(await openOf(order)).toEqual(['shipment-damaged box-1', 'shipment-lost box-12'])
})
