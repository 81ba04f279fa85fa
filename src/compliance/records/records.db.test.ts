import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { openOrdersShop } from '#tests/harness/orders-shop.ts'

import { complianceEvents, compliancePeople, complianceRecords } from '../tables.ts'

const { testShop, anOrder } = await openOrdersShop()
const { db } = testShop

const recordOf = async (orderId: string) =>
  (await db.select().from(complianceRecords).where(eq(complianceRecords.orderId, orderId)))[0]

const breakOf = async (orderId: string) => {
  const { rows } = await db.execute<{ broken: string | null }>(
    sql`select compliance_chain_break(${orderId}) as broken`,
  )
  return rows[0]!.broken
}

test('an order has a record from the moment it is booked, without a rule in force', async () => {
  const order = await anOrder(2)
  expect(await recordOf(order.id)).toMatchObject({
    state: 'CA',
    at: order.createdAt,
    facts: {
      number: order.number,
      channel: 'cart',
      method: 'ground',
      isServed: true,
      rule: null,
      verdict: null,
      ml: 4_500,
      licences: [],
      wines: [{ productId: 'malbec-2022', quantity: 2, bottles: 3, bottleMl: 750, vintage: 2022 }],
      totalCents: order.totalCents,
      near: [],
    },
  })
  expect(await breakOf(order.id)).toBeNull()
})

test('nothing of a record is changed or deleted, and what is shows as a broken chain', async () => {
  const order = await anOrder(1)
  for (const statement of [
    sql`update compliance_records set state = 'TX'`,
    sql`delete from compliance_records`,
    sql`update compliance_people set name = 'Other'`,
    sql`delete from compliance_people`,
    sql`truncate compliance_events`,
  ]) {
    await expect(db.execute(statement)).rejects.toMatchObject({
      cause: { message: 'compliance records are append-only' },
    })
  }
  await db.execute(sql`select add_compliance_event(${order.id}, now(), 'legal-hold', '{}')`)
  await db.execute(sql`select add_compliance_event(${order.id}, now(), 'legal-hold-ended', '{}')`)
  expect(await breakOf(order.id)).toBeNull()
  await db.execute(sql`alter table compliance_events disable trigger user`)
  await db
    .update(complianceEvents)
    .set({ facts: { reason: 'other' } })
    .where(sql`order_id = ${order.id} and place = 1`)
  await db.execute(sql`alter table compliance_events enable trigger user`)
  expect(await breakOf(order.id)).toBe('event 1')
})

test('the personal fields go after the years that were decided, and the chain stays whole', async () => {
  const order = await anOrder(1)
  const erase = async (years: number, at: string) => {
    const { rows } = await db.execute<{ done: boolean }>(
      sql`select erase_compliance_person(${order.id}, ${years}, ${at}) as done`,
    )
    return rows[0]!.done
  }
  const year = order.createdAt.getUTCFullYear()
  expect(await erase(7, `${year + 6}-01-01`)).toBe(false)
  expect(await erase(1, `${year + 2}-01-01`)).toBe(false)
  await db.execute(sql`select add_compliance_event(${order.id}, now(), 'legal-hold', '{}')`)
  expect(await erase(7, `${year + 8}-01-01`)).toBe(false)
  await db.execute(sql`select add_compliance_event(${order.id}, now(), 'legal-hold-ended', '{}')`)
  expect(await erase(7, `${year + 8}-01-01`)).toBe(true)
  const left = await db
    .select()
    .from(compliancePeople)
    .where(eq(compliancePeople.orderId, order.id))
  expect(left).toEqual([])
  expect(await breakOf(order.id)).toBeNull()
})
