import { asc, eq, sql } from 'drizzle-orm'

import { releases } from '#catalogue/on-sale/tables.ts'
import type { Order } from '#orders/order/orders.store.server.ts'
import { orderLines, orders } from '#orders/order/tables.ts'
import type { Queryable, Transaction } from '#platform/database/connection.server.ts'

import { mostCancelled } from './change-money.rules.ts'
import { orderChanges } from './tables.ts'

export type OrderChange = typeof orderChanges.$inferSelect

/** The changes of an order, oldest first. */
export const changesOf = (db: Queryable, orderId: string): Promise<OrderChange[]> =>
  db
    .select()
    .from(orderChanges)
    .where(eq(orderChanges.orderId, orderId))
    .orderBy(asc(orderChanges.at), asc(orderChanges.id))

export async function insertChange(
  tx: Queryable,
  change: typeof orderChanges.$inferInsert,
): Promise<void> {
  await tx.insert(orderChanges).values(change)
}

/** The last calendar day on which the releases let the wine of an order leave; null without one. */
export async function shipsUntilOf(db: Queryable, orderId: string): Promise<string | null> {
  const [row] = await db
    .select({ day: sql<string | null>`min(${releases.shipsUntil})::text` })
    .from(orderLines)
    .innerJoin(releases, eq(releases.id, orderLines.releaseId))
    .where(eq(orderLines.orderId, orderId))
  return row?.day ?? null
}

type Buyer = Pick<Order, 'id' | 'userId' | 'email'>

/** Serialises the cancellations of one person, of whom each counts the others. */
export const lockCancelling = (tx: Transaction, { userId, email }: Buyer) =>
  tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`cancel ${userId ?? email.toLowerCase()}`}, 0))`,
  )

/** Whether a buyer has canceled as many orders with wine of the same release, or of none, as they may. */
export async function isCancelledOften(
  db: Queryable,
  { id, userId, email }: Buyer,
): Promise<boolean> {
  const isTheirs = userId
    ? sql`o.user_id = ${userId}`
    : sql`o.user_id is null and lower(o.email) = lower(${email})`
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from ${orders} as o
    where ${isTheirs}
      and exists (select 1 from ${orderChanges} as c where c.order_id = o.id and c.kind = 'cancel')
      and exists (select 1 from ${orderLines} as theirs, ${orderLines} as mine
        where theirs.order_id = o.id and mine.order_id = ${id}
          and theirs.release_id is not distinct from mine.release_id)`)
  return rows[0]!.count >= mostCancelled
}

/** The changes of a user's orders, for the export of their data. */
export const changesOfUser = (db: Queryable, userId: string) =>
  db
    .select({
      order: orders.number,
      kind: orderChanges.kind,
      before: orderChanges.before,
      after: orderChanges.after,
      by: orderChanges.by,
      at: orderChanges.at,
    })
    .from(orderChanges)
    .innerJoin(orders, eq(orders.id, orderChanges.orderId))
    .where(eq(orders.userId, userId))
    .orderBy(asc(orderChanges.at))
