import { and, asc, desc, eq, gt, gte, inArray, isNotNull, lt, lte, sql } from 'drizzle-orm'

import { checkoutLines, checkouts } from '#catalogue/tables.ts'
import { products } from '#catalogue/wines/tables.ts'
import { isAboutOrder } from '#orders/disputes/disputes.store.server.ts'
import { disputes, orderLines, orders, refunds } from '#orders/order/tables.ts'
import type { OrderToReconcile } from '#payments/reconciliation.rules.ts'
import type { Queryable } from '#platform/database/connection.server.ts'

import { reconciliations } from './tables.ts'

export type Reconciliation = typeof reconciliations.$inferSelect

const isDisputed = sql<boolean>`exists (
  select 1 from ${disputes} where ${disputes.orderId} = orders.id and ${isAboutOrder})`

const orderColumns = {
  number: orders.number,
  paymentIntentId: orders.paymentIntentId,
  totalCents: orders.totalCents,
  refundedCents: orders.refundedCents,
  isDisputed,
}

/** The orders of these payments, by payment. */
export async function ordersByPayments(
  db: Queryable,
  paymentIds: readonly string[],
): Promise<Map<string, OrderToReconcile>> {
  if (paymentIds.length === 0) return new Map()
  const rows = await db
    .select(orderColumns)
    .from(orders)
    .where(inArray(orders.paymentIntentId, [...paymentIds]))
  return new Map(rows.map((row) => [row.paymentIntentId!, row]))
}

/** Orders of the demo's seed, which the provider does not know. */
const isSeeded = sql<boolean>`${orders.sessionId} like any (array['cs_seed_%', 'cs_bulk_%'])`

/** Orders of a period by number, from the one after `after`. */
export async function ordersOfSpan(
  db: Queryable,
  span: { from: Date; to: Date },
  after: number,
  limit: number,
) {
  return db
    .select({ number: orders.number, paymentId: orders.paymentIntentId, isSeeded })
    .from(orders)
    .where(
      and(
        gte(orders.createdAt, span.from),
        lt(orders.createdAt, span.to),
        gt(orders.number, after),
      ),
    )
    .orderBy(asc(orders.number))
    .limit(limit)
}

const refundColumns = {
  providerId: refunds.providerId,
  amountCents: refunds.amountCents,
  state: refunds.state,
  settledAt: refunds.settledAt,
  order: orders.number,
}

export async function refundsByProvider(db: Queryable, providerIds: readonly string[]) {
  if (providerIds.length === 0) return new Map()
  const rows = await db
    .select(refundColumns)
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.orderId))
    .where(inArray(refunds.providerId, [...providerIds]))
  return new Map(rows.map((row) => [row.providerId!, row]))
}

/** Refunds of a period that were sent to the provider. */
export async function refundsOfSpan(db: Queryable, span: { from: Date; to: Date }, limit: number) {
  return db
    .select(refundColumns)
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.orderId))
    .where(
      and(
        isNotNull(refunds.providerId),
        gte(refunds.requestedAt, span.from),
        lt(refunds.requestedAt, span.to),
      ),
    )
    .orderBy(refunds.requestedAt, orders.number)
    .limit(limit)
}

/** Refunds that were requested before a time and are not made. */
export async function refundsWaiting(db: Queryable, before: Date, limit: number) {
  return db
    .select(refundColumns)
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.orderId))
    .where(and(eq(refunds.state, 'requested'), lt(refunds.requestedAt, before)))
    .orderBy(refunds.requestedAt, orders.number)
    .limit(limit)
}

/** The states of checkouts, by id. */
export async function checkoutStates(
  db: Queryable,
  ids: readonly string[],
): Promise<Map<string, (typeof checkouts.$inferSelect)['state']>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: checkouts.id, state: checkouts.state })
    .from(checkouts)
    .where(inArray(checkouts.id, [...ids]))
  return new Map(rows.map(({ id, state }) => [id, state]))
}

/** Ids of open checkouts whose stock hold expired before a time. */
export async function holdsOverdue(db: Queryable, before: Date, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: checkouts.id })
    .from(checkouts)
    .where(and(eq(checkouts.state, 'open'), lte(checkouts.expiresAt, before)))
    .orderBy(checkouts.expiresAt)
    .limit(limit)
  return rows.map(({ id }) => id)
}

/** Products whose `held` and `sold` differ from the sums of open checkouts and orders, in one snapshot. */
export async function stockDifferences(db: Queryable) {
  const { rows } = await db.execute<{
    wine: string
    held: number
    sold: number
    heldCounted: number
    soldCounted: number
  }>(sql`
    select title || ', ' || subtitle as wine, held, sold,
      coalesce(open.units, 0)::int as "heldCounted", coalesce(ordered.units, 0)::int as "soldCounted"
    from ${products}
    left join (
      select product_id, sum(quantity) as units from ${checkoutLines}
      join ${checkouts} on ${checkouts.id} = checkout_id and state = 'open' group by product_id
    ) as open on open.product_id = ${products.id}
    left join (
      select product_id, sum(quantity - returned) as units from ${orderLines} group by product_id
    ) as ordered on ordered.product_id = ${products.id}
    where held <> coalesce(open.units, 0) or sold <> coalesce(ordered.units, 0)
    order by wine`)
  return rows
}

export async function startReconciliation(
  db: Queryable,
  run: Pick<Reconciliation, 'requestedBy' | 'startedAt' | 'spanFrom' | 'spanTo'>,
): Promise<number> {
  const [row] = await db.insert(reconciliations).values(run).returning({ id: reconciliations.id })
  return row!.id
}

export async function finishReconciliation(
  db: Queryable,
  id: number,
  result: Partial<
    Pick<
      Reconciliation,
      'finishedAt' | 'counts' | 'differences' | 'differenceCount' | 'isWhole' | 'hasFailed'
    >
  >,
): Promise<void> {
  await db.update(reconciliations).set(result).where(eq(reconciliations.id, id))
}

/** The latest reconciliations, newest first. */
export async function latestReconciliations(
  db: Queryable,
  limit: number,
): Promise<Reconciliation[]> {
  return db.select().from(reconciliations).orderBy(desc(reconciliations.id)).limit(limit)
}
