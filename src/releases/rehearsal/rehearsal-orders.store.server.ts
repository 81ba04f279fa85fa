import { sql } from 'drizzle-orm'

import { literals } from '#platform/database/columns.ts'
import type { Queryable } from '#platform/database/connection.server.ts'
import { isUuid } from '#platform/database/uuid.ts'
import { beforeHandover } from '#shipping/shipments/shipment.rules.ts'

/** A rehearsal order with the cents and units that can still be refunded and returned. */
type RehearsalOrder = { number: number; leftCents: number; units: Record<string, number> }

/**
 * Rehearsal orders of a release that are not fully refunded, pending refunds included; oldest first. Not one
 * whose box has left: its wine is the buyer's now, and staff do not refund their own order.
 */
export async function rehearsalOrders(db: Queryable, releaseId: string): Promise<RehearsalOrder[]> {
  if (!isUuid(releaseId)) return []
  const { rows } = await db.execute<{
    number: number
    left: number
    units: Record<string, number> | null
  }>(sql`
    select o.number, (o.total_cents - coalesce(asked.cents, 0))::int as left, kept.units
    from orders as o
    left join lateral (
      select sum(r.amount_cents) as cents from refunds as r
      where r.order_id = o.id and r.state <> 'failed') as asked on true
    left join lateral (
      select jsonb_object_agg(l.product_id, l.quantity - l.returned) as units
      from order_lines as l where l.order_id = o.id and l.quantity > l.returned) as kept on true
    where o.is_rehearsal and not exists (select from shipments as s
        where s.order_id = o.id and s.state <> 'cancelled'
          and s.state not in ${literals(beforeHandover)})
      and o.total_cents > coalesce(asked.cents, 0)
      and exists (select from order_lines as l join release_wines as rw
        on rw.product_id = l.product_id and rw.release_id = ${releaseId}::uuid
        where l.order_id = o.id)
    order by o.created_at, o.number`)
  return rows.map(({ number, left, units }) => ({ number, leftCents: left, units: units ?? {} }))
}
