import { sql } from 'drizzle-orm'

import { datedColumns } from '#orders/order/orders.store.server.ts'
import { orderLines, orders } from '#orders/order/tables.ts'
import { literals } from '#platform/database/columns.ts'
import type { Queryable } from '#platform/database/connection.server.ts'
import { statesFor } from '#shipping/shipments/shipment.rules.ts'
import { shipments } from '#shipping/tables.ts'

export type DelayedOrder = {
  id: string
  number: number
  userId: string | null
  createdAt: Date
  email: string
  name: string
  ordered: { description: string; quantity: number }[]
}

/**
 * Orders of a release that a later day of shipping delays: to be shipped, still here, and told an earlier day
 * or none. Of each buyer the newest one. Its boxes tell how it goes, once it has some: its buyer may have changed it,
 * or chosen a day that is no earlier.
 */
export async function delayedOrders(
  db: Queryable,
  releaseId: string,
  { shipsFrom, timeZone }: { shipsFrom: string; timeZone: string },
): Promise<DelayedOrder[]> {
  const { rows } = await db.execute<DelayedOrder & { createdAt: string }>(sql`
    select distinct on (lower(orders.email)) orders.id, orders.number, orders.user_id as "userId",
      orders.created_at as "createdAt", orders.email, orders.name, (
        select json_agg(json_build_object('description', kept.description,
          'quantity', kept.quantity - kept.returned) order by kept.description)
        from ${orderLines} as kept where kept.order_id = orders.id and kept.quantity > kept.returned
      ) as ordered
    from ${orders}
    where orders.state <> 'refunded'
      and coalesce(${datedColumns.shipsFrom}, '') < ${shipsFrom}
      and exists (select from ${orderLines} as line where line.order_id = orders.id
        and line.release_id = ${releaseId}::uuid and line.quantity > line.returned)
      and coalesce((
        select bool_and(s.state in ${literals(statesFor('hold'))} and s.method <> 'pickup')
            filter (where s.state <> 'cancelled') is true
          and bool_or(s.not_before is null
            or (s.not_before at time zone ${timeZone})::date < ${shipsFrom}::date)
            filter (where s.state <> 'cancelled')
        from ${shipments} as s where s.order_id = orders.id having count(*) > 0
      ), orders.shipping_method is distinct from 'pickup')
    order by lower(orders.email), orders.number desc`)
  return rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt) }))
}
