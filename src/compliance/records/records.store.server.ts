import { and, asc, desc, eq, inArray, isNull, sql } from 'drizzle-orm'

import { orderFlags, orders } from '#orders/order/tables.ts'
import type { Queryable } from '#platform/database/connection.server.ts'

import { complianceEvents, compliancePeople, complianceRecords } from '../tables.ts'

/** The record of an order with its person, who is null once erased, and what became of it; null without an order. */
export async function recordOfOrder(db: Queryable, number: number) {
  const [found] = await db
    .select({
      orderId: orders.id,
      at: complianceRecords.at,
      state: complianceRecords.state,
      /** The calendar day of the order in the state's own time; null for a pickup. */
      day: sql<string | null>`case when ${complianceRecords.state} <> ''
        then day_in(${complianceRecords.state}, ${complianceRecords.at})::text end`,
      facts: complianceRecords.facts,
      person: compliancePeople,
      brokenAt: sql<string | null>`compliance_chain_break(${orders.id})`,
    })
    .from(orders)
    .innerJoin(complianceRecords, eq(complianceRecords.orderId, orders.id))
    .leftJoin(compliancePeople, eq(compliancePeople.orderId, orders.id))
    .where(eq(orders.number, number))
  if (!found) return null
  const events = await db
    .select({
      place: complianceEvents.place,
      at: complianceEvents.at,
      kind: complianceEvents.kind,
      facts: complianceEvents.facts,
    })
    .from(complianceEvents)
    .where(eq(complianceEvents.orderId, found.orderId))
    .orderBy(asc(complianceEvents.place))
  return { ...found, events }
}

/** The orders with these numbers as they are compared: whose they are, and where they went. */
export const nearOrders = (db: Queryable, numbers: readonly number[]) =>
  numbers.length === 0
    ? Promise.resolve([])
    : db
        .select({
          number: orders.number,
          name: compliancePeople.name,
          address: compliancePeople.address,
          addressExtra: compliancePeople.addressExtra,
          city: compliancePeople.city,
          state: compliancePeople.state,
          zipCode: compliancePeople.zipCode,
        })
        .from(orders)
        .innerJoin(compliancePeople, eq(compliancePeople.orderId, orders.id))
        .where(inArray(orders.number, [...numbers]))
        .orderBy(asc(orders.number))

/** Orders that go to a state now and whose near matches nobody has seen yet: the newest 20, and how many there are. */
export const unseenNearMatches = (db: Queryable, state: string) =>
  db
    .select({
      number: orders.number,
      name: compliancePeople.name,
      at: complianceRecords.at,
      count: sql<number>`(count(*) over ())::integer`,
    })
    .from(orderFlags)
    .innerJoin(compliancePeople, eq(compliancePeople.orderId, orderFlags.orderId))
    .innerJoin(complianceRecords, eq(complianceRecords.orderId, orderFlags.orderId))
    .innerJoin(orders, eq(orders.id, orderFlags.orderId))
    .where(
      and(
        eq(orderFlags.reason, 'near-match'),
        isNull(orderFlags.resolvedAt),
        eq(compliancePeople.state, state),
      ),
    )
    .orderBy(desc(orders.number))
    .limit(20)

/** Adds to the chain of an order. */
export async function addRecordEvent(
  tx: Queryable,
  orderId: string,
  event: { at: Date; kind: string; facts: Readonly<Record<string, unknown>> },
): Promise<void> {
  await tx.execute(sql`select add_compliance_event(${orderId}, ${event.at.toISOString()}::timestamptz,
    ${event.kind}, ${JSON.stringify(event.facts)}::jsonb)`)
}

const holdKinds = ['legal-hold', 'legal-hold-ended']

/** Whether an order is under a legal hold. */
export async function isUnderHold(db: Queryable, orderId: string): Promise<boolean> {
  const [last] = await db
    .select({ kind: complianceEvents.kind })
    .from(complianceEvents)
    .where(and(eq(complianceEvents.orderId, orderId), inArray(complianceEvents.kind, holdKinds)))
    .orderBy(desc(complianceEvents.place))
    .limit(1)
  return last?.kind === 'legal-hold'
}

/** The records of a user's orders, or of guests under an email address, for the export of their data. */
const recordsWhere = async (db: Queryable, which: ReturnType<typeof sql>) => {
  const { rows } = await db.execute<Record<string, unknown>>(sql`
    select entry.facts, entry.at, to_jsonb(person) - '{order_id,salt,email_key,person_key,household_key}'::text[] as person,
      coalesce((select jsonb_agg(jsonb_build_object('at', event.at, 'kind', event.kind,
        'facts', event.facts - 'personHash') order by event.place)
        from compliance_events as event where event.order_id = entry.order_id), '[]') as events
    from compliance_records as entry join compliance_people as person on person.order_id = entry.order_id
    join orders on orders.id = entry.order_id
    where ${which} order by orders.number`)
  return rows
}

export const recordsOfUser = (db: Queryable, userId: string) =>
  recordsWhere(db, sql`orders.user_id = ${userId}::uuid`)

export const recordsOfGuest = (db: Queryable, email: string) =>
  recordsWhere(db, sql`orders.user_id is null and person.email_key = ${email.toLowerCase()}`)
