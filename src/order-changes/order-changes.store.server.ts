import { asc, eq, sql } from 'drizzle-orm'

import { releases } from '#catalogue/on-sale/tables.ts'
import { orderLines, orders } from '#orders/order/tables.ts'
import type { Queryable } from '#platform/database/connection.server.ts'

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
