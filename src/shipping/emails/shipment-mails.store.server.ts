import { and, eq, inArray } from 'drizzle-orm'

import { orderLines } from '#orders/order/tables.ts'
import type { Queryable } from '#platform/database/connection.server.ts'

import { shipmentLines, shipmentMails, shipments } from '../tables.ts'

type MailNote = { shipmentId: string; kind: string; cause: string }

const keyOf = ({ shipmentId, kind, cause }: MailNote): string => `${shipmentId} ${kind} ${cause}`

/** Records emails about shipments. Returns a predicate for those that were not recorded before. */
export async function noteShipmentMails(
  tx: Queryable,
  notes: readonly MailNote[],
): Promise<(note: MailNote) => boolean> {
  if (notes.length === 0) return () => false
  const rows = await tx
    .insert(shipmentMails)
    .values(notes.map(({ shipmentId, kind, cause }) => ({ shipmentId, kind, cause })))
    .onConflictDoNothing()
    .returning({
      shipmentId: shipmentMails.shipmentId,
      kind: shipmentMails.kind,
      cause: shipmentMails.cause,
    })
  const isNew = new Set(rows.map(keyOf))
  return (note) => isNew.has(keyOf(note))
}

/** What is in these boxes, in the words of the order. */
export async function winesIn(
  tx: Queryable,
  shipmentIds: readonly string[],
): Promise<Map<string, { description: string; quantity: number }[]>> {
  const rows = await tx
    .select({
      shipmentId: shipmentLines.shipmentId,
      description: orderLines.description,
      quantity: shipmentLines.units,
    })
    .from(shipmentLines)
    .innerJoin(shipments, eq(shipments.id, shipmentLines.shipmentId))
    .innerJoin(
      orderLines,
      and(
        eq(orderLines.orderId, shipments.orderId),
        eq(orderLines.productId, shipmentLines.productId),
      ),
    )
    .where(inArray(shipmentLines.shipmentId, [...shipmentIds]))
    .orderBy(orderLines.description)
  return Map.groupBy(rows, ({ shipmentId }) => shipmentId)
}
