import { and, asc, desc, eq, gt, gte, inArray, isNotNull, lt, lte, sql } from 'drizzle-orm'

import type { BooksOrder } from '#domain/books.ts'

import type { Queryable } from './connection.server.ts'
import { booksChecks } from './schema/desk.ts'
import { checkoutLines, checkouts, orderLines, orders, products, refunds } from './schema/trade.ts'

export type BooksCheck = typeof booksChecks.$inferSelect

const isDisputed = sql<boolean>`exists (
  select 1 from disputes where disputes.order_id = orders.id)`

const booksOrder = {
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
): Promise<Map<string, BooksOrder>> {
  if (paymentIds.length === 0) return new Map()
  const rows = await db
    .select(booksOrder)
    .from(orders)
    .where(inArray(orders.paymentIntentId, [...paymentIds]))
  return new Map(rows.map((row) => [row.paymentIntentId!, row]))
}

/** Sessions that only the demo's seed wrote. */
const isSeeded = sql<boolean>`${orders.sessionId} like any (array['cs_seed_%', 'cs_bulk_%'])`

/** Orders of a span by their numbers, as many as asked for, after that number. */
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
  order: orders.number,
}

/** Refunds by what the provider calls them. */
export async function refundsByProvider(db: Queryable, providerIds: readonly string[]) {
  if (providerIds.length === 0) return new Map()
  const rows = await db
    .select(refundColumns)
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.orderId))
    .where(inArray(refunds.providerId, [...providerIds]))
  return new Map(rows.map((row) => [row.providerId!, row]))
}

/** Refunds that were made in a span, as our books say. */
export async function refundsOfSpan(db: Queryable, span: { from: Date; to: Date }, limit: number) {
  return db
    .select(refundColumns)
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.orderId))
    .where(
      and(
        isNotNull(refunds.providerId),
        gte(refunds.askedAt, span.from),
        lt(refunds.askedAt, span.to),
      ),
    )
    .limit(limit)
}

/** Refunds that were asked for before that moment and still wait. */
export async function refundsWaiting(db: Queryable, before: Date, limit: number) {
  return db
    .select(refundColumns)
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.orderId))
    .where(and(eq(refunds.state, 'asked'), lt(refunds.askedAt, before)))
    .limit(limit)
}

/** How the checkouts of these ids stand. */
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

/** Checkouts whose hold should have ended before that moment. */
export async function holdsOverdue(db: Queryable, before: Date, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: checkouts.id })
    .from(checkouts)
    .where(and(eq(checkouts.state, 'open'), lte(checkouts.expiresAt, before)))
    .limit(limit)
  return rows.map(({ id }) => id)
}

/** Wines whose counts are not what open checkouts hold and orders sold, in one moment's view. */
export async function stockDifferences(db: Queryable) {
  const { rows } = await db.execute<{
    wine: string
    held: number
    sold: number
    heldCounted: number
    soldCounted: number
  }>(sql`
    select title || ', ' || subtitle as wine, held, sold,
      coalesce(open.units, 0)::int as "heldCounted", coalesce(gone.units, 0)::int as "soldCounted"
    from ${products}
    left join (
      select product_id, sum(quantity) as units from ${checkoutLines}
      join ${checkouts} on ${checkouts.id} = checkout_id and state = 'open' group by product_id
    ) as open on open.product_id = ${products.id}
    left join (
      select product_id, sum(quantity - returned) as units from ${orderLines} group by product_id
    ) as gone on gone.product_id = ${products.id}
    where held <> coalesce(open.units, 0) or sold <> coalesce(gone.units, 0)`)
  return rows
}

export async function startBooksCheck(
  db: Queryable,
  check: Pick<BooksCheck, 'askedBy' | 'startedAt' | 'spanFrom' | 'spanTo'>,
): Promise<number> {
  const [row] = await db.insert(booksChecks).values(check).returning({ id: booksChecks.id })
  return row!.id
}

export async function finishBooksCheck(
  db: Queryable,
  id: number,
  result: Partial<
    Pick<
      BooksCheck,
      'finishedAt' | 'counts' | 'differences' | 'differenceCount' | 'isWhole' | 'hasFailed'
    >
  >,
): Promise<void> {
  await db.update(booksChecks).set(result).where(eq(booksChecks.id, id))
}

/** The latest checks, newest first. */
export async function latestBooksChecks(db: Queryable, limit: number): Promise<BooksCheck[]> {
  return db.select().from(booksChecks).orderBy(desc(booksChecks.id)).limit(limit)
}
