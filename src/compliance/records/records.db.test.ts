import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { recordPayment } from '#checkout/record-payment.actions.server.ts'
import { orders, refunds } from '#orders/order/tables.ts'
import { openOrdersShop } from '#tests/harness/orders-shop.ts'
import { payAt, providerClient } from '#tests/harness/provider.ts'

import { complianceEvents, compliancePeople, complianceRecords } from '../tables.ts'

const { testShop, anOrder } = await openOrdersShop()
const { db, shop, services } = testShop

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

/** A sale of a payment link, of which the fake provider has none: a session that the shop did not create. */
async function aLinkSale(state: 'TX' | 'UT') {
  const { priceIds, rateIds, taxRateId } = services.settings
  const session = await providerClient().checkout.sessions.create({
    mode: 'payment',
    line_items: [{ price: priceIds['malbec-2022']!, quantity: 1, tax_rates: [taxRateId] }],
    shipping_address_collection: { allowed_countries: ['US'] },
    shipping_options: [{ shipping_rate: rateIds.ground[1] }],
    success_url: 'https://shop.example/success_offering?session_id={CHECKOUT_SESSION_ID}',
  })
  await payAt(session.url!, {
    ...{ shipping_name: 'Eva Marsh', shipping_line1: '400 Congress Ave' },
    ...{ shipping_city: 'Austin', shipping_state: state },
    shipping_postal_code: state === 'TX' ? '78701' : '84101',
  })
  const { payments } = services
  const getSession: typeof payments.getSession = async (id) => {
    const found = await payments.getSession(id)
    return found && { ...found, paymentLinkId: 'plink_1' }
  }
  await recordPayment({ ...services, payments: { ...payments, getSession } }, session.id)
  return (await db.select().from(orders).where(eq(orders.sessionId, session.id)))[0]!
}

test('a payment link has a record, also where its order is refunded at once', async () => {
  const sold = await aLinkSale('TX')
  expect(await recordOf(sold.id)).toMatchObject({
    state: 'TX',
    facts: { channel: 'offering', isServed: true, ml: 2_250, rule: null, verdict: null },
  })
  const order = await aLinkSale('UT')
  expect(await recordOf(order.id)).toMatchObject({ facts: { isServed: false, ml: 2_250 } })
  const { rows } = await db.execute(
    sql`select order_ml(${sold.id})::int as sold, order_ml(${order.id})::int as refunded`,
  )
  expect(rows).toEqual([{ sold: 2_250, refunded: 0 }])
  const [refund] = await db.select().from(refunds).where(eq(refunds.orderId, order.id))
  await shop.makeRefund(refund!.id)
  const events = await db
    .select()
    .from(complianceEvents)
    .where(eq(complianceEvents.orderId, order.id))
  expect(events).toMatchObject([
    { place: 1, kind: 'refunded', facts: { amountCents: order.totalCents } },
  ])
  expect(await breakOf(order.id)).toBeNull()
})
