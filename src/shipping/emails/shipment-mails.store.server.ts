import type { SQL } from 'drizzle-orm'
import { and, eq, inArray, sql } from 'drizzle-orm'

import type { MailKind } from '#mail/mail.rules.ts'
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

/** SQL condition: a shipment's buyer got no email of this kind and cause. */
export const isNotMailed = (kind: MailKind, cause: SQL | string) =>
  sql`not exists (select from ${shipmentMails} as mail where mail.shipment_id = ${shipments.id}
    and mail.kind = ${kind} and mail.cause = ${cause})`

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
