import { sql } from 'drizzle-orm'

import { allocations, checkoutAllocations } from '#catalogue/on-sale/tables.ts'
import type { Order } from '#orders/order/orders.store.server.ts'
import type { SubjectKind } from '#platform/audit/audit.rules.ts'
import type { Queryable } from '#platform/database/connection.server.ts'
import { handoverShipments } from '#shipping/handover/tables.ts'
import { shipmentHolds, shipments } from '#shipping/tables.ts'

/**
 * What the audit log says about an order is about one of these: the order itself, with its refunds and
 * notes; its shipments, their handovers and their own holds; and the requests whose grant it drew on.
 */
export async function recordsOfOrder(
  db: Queryable,
  { id, checkoutId }: Pick<Order, 'id' | 'checkoutId'>,
): Promise<{ kind: SubjectKind; id: string }[]> {
  const { rows } = await db.execute<{ kind: SubjectKind; id: string }>(sql`
    with boxes as (select s.id from ${shipments} as s where s.order_id = ${id})
    select 'shipment' as kind, id::text as id from boxes
    union select 'handover', h.handover_id::text from ${handoverShipments} as h
      where h.shipment_id in (select id from boxes)
    union select 'shipment-hold', hold.group_id::text from ${shipmentHolds} as hold
      where hold.shipment_id in (select id from boxes)
    union select 'request', a.request_id::text from ${checkoutAllocations} as drawn
      join ${allocations} as a on a.id = drawn.allocation_id and a.request_id is not null
      where drawn.checkout_id = ${checkoutId}`)
  return [{ kind: 'order', id }, ...rows]
}
