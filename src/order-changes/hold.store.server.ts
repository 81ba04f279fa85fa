import { and, asc, eq, inArray, isNull, lte, sql } from 'drizzle-orm'

import { orders } from '#orders/order/tables.ts'
import type { Queryable, Transaction } from '#platform/database/connection.server.ts'
import { isNotMailed } from '#shipping/emails/shipment-mails.store.server.ts'
import { endHolds } from '#shipping/holds/holds.store.server.ts'
import { shipmentHolds, shipments } from '#shipping/tables.ts'

const isBuyers = and(eq(shipmentHolds.reason, 'customer'), isNull(shipmentHolds.endedAt))

/** The holds by which the buyer keeps these shipments back. */
export const buyersHoldsOf = (db: Queryable, shipmentIds: readonly string[]) =>
  db
    .select({ groupId: shipmentHolds.groupId, from: shipmentHolds.from })
    .from(shipmentHolds)
    .where(and(isBuyers, inArray(shipmentHolds.shipmentId, [...shipmentIds])))

/** Ends the holds by which the buyer keeps these shipments back. */
export async function endBuyersHolds(
  tx: Transaction,
  held: readonly { id: string }[],
  ended: { by: string; at: Date },
): Promise<void> {
  const ids = held.map(({ id }) => id)
  for (const { groupId } of await buyersHoldsOf(tx, ids)) await endHolds(tx, groupId, ended)
}

/** Shipments that their buyers have held since before then, and were not reminded of. */
export const longHeld = (db: Queryable, before: Date) =>
  db
    .select({
      shipmentId: shipments.id,
      groupId: shipmentHolds.groupId,
      from: shipmentHolds.from,
      order: orders,
    })
    .from(shipmentHolds)
    .innerJoin(shipments, eq(shipments.id, shipmentHolds.shipmentId))
    .innerJoin(orders, eq(orders.id, shipments.orderId))
    .where(
      and(
        isBuyers,
        lte(shipmentHolds.from, before),
        eq(shipments.state, 'waiting'),
        isNotMailed('order-still-held', sql`${shipmentHolds.groupId}::text`),
      ),
    )
    .orderBy(asc(shipments.number))
    .limit(200)
