import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'

import type { Queryable } from '#platform/database/connection.server.ts'

import { orderFlags, orders } from '../order/tables.ts'
import type { FlagReason } from './flag-reasons.copy.ts'
import { notServedReasons } from './flag-reasons.copy.ts'

type OrderFlag = typeof orderFlags.$inferSelect

type FlagOptions = {
  /** The id of the dispute or refund that raises the flag; empty for the order itself. */
  source?: string
  /** Does not raise a resolved flag again. */
  once?: boolean
}

/** SQL condition: the order took its units. One that could not be served has a flag, resolved or not. */
export const wasServed = sql<boolean>`not exists (select 1 from ${orderFlags}
  where ${orderFlags.orderId} = ${orders.id} and ${inArray(orderFlags.reason, [...notServedReasons])})`

/** Flags an order. A flag of the same reason and source is raised again if it was resolved. */
export async function raiseFlag(
  tx: Queryable,
  orderId: string,
  reason: FlagReason,
  { source = '', once = false }: FlagOptions = {},
): Promise<void> {
  await tx
    .insert(orderFlags)
    .values({ orderId, reason, source })
    .onConflictDoUpdate({
      target: [orderFlags.orderId, orderFlags.reason, orderFlags.source],
      set: { raisedAt: sql`now()`, resolvedAt: null, resolvedBy: null },
      setWhere: once ? sql`false` : sql`${orderFlags.resolvedAt} is not null`,
    })
}

/** The open flags of an order, oldest first. */
export async function openFlagsOf(db: Queryable, orderId: string): Promise<OrderFlag[]> {
  return db
    .select()
    .from(orderFlags)
    .where(and(eq(orderFlags.orderId, orderId), isNull(orderFlags.resolvedAt)))
    .orderBy(asc(orderFlags.raisedAt), asc(orderFlags.id))
}

/** Resolves one flag of an order. Null when there is no such open flag. */
export async function resolveOpenFlag(
  tx: Queryable,
  { id, orderId }: Pick<OrderFlag, 'id' | 'orderId'>,
  by: string,
): Promise<OrderFlag | null> {
  const [row] = await tx
    .update(orderFlags)
    .set({ resolvedAt: sql`now()`, resolvedBy: by })
    .where(
      and(eq(orderFlags.id, id), eq(orderFlags.orderId, orderId), isNull(orderFlags.resolvedAt)),
    )
    .returning()
  return row ?? null
}

/** Resolves the flag that a dispute or refund raised, if it is open. */
export async function resolveFlagOf(
  tx: Queryable,
  { orderId, reason, source }: Pick<OrderFlag, 'orderId' | 'reason' | 'source'>,
): Promise<void> {
  await tx
    .update(orderFlags)
    .set({ resolvedAt: sql`now()` })
    .where(
      and(
        eq(orderFlags.orderId, orderId),
        eq(orderFlags.reason, reason),
        eq(orderFlags.source, source),
        isNull(orderFlags.resolvedAt),
      ),
    )
}

/**
 * Resolves the open flags of these reasons that a shipment raised: its id alone, or with what happened.
 */
export async function resolveFlagsAbout(
  tx: Queryable,
  about: Pick<OrderFlag, 'orderId' | 'source'> & { reasons: readonly FlagReason[] },
): Promise<void> {
  const { orderId, source, reasons } = about
  await tx
    .update(orderFlags)
    .set({ resolvedAt: sql`now()` })
    .where(
      and(
        eq(orderFlags.orderId, orderId),
        inArray(orderFlags.reason, [...reasons]),
        sql`split_part(${orderFlags.source}, ' ', 1) = ${source}`,
        isNull(orderFlags.resolvedAt),
      ),
    )
}

/** How many orders have an open flag. */
export async function countFlaggedOrders(db: Queryable): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(distinct ${orderFlags.orderId})::int` })
    .from(orderFlags)
    .where(isNull(orderFlags.resolvedAt))
  return row!.count
}
