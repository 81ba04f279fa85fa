import type { SQL } from 'drizzle-orm'
import { sql } from 'drizzle-orm'

import type { Queryable } from '#platform/database/connection.server.ts'

import { shipmentLines, shipments } from '../tables.ts'

type Box = { orderId: SQL; state: SQL; id: SQL }

/**
 * Units of an order by product, as JSON, that go to a state with this box: its own, and those of the order's other
 * boxes that go there. The parts of a split order elsewhere are no wine of that state.
 */
export const unitsToState = ({ orderId, state, id }: Box): SQL => sql`(
  select coalesce(jsonb_object_agg(part.product_id, part.units), '{}') from (
    select line.product_id, sum(line.units) as units
    from ${shipments} as box join ${shipmentLines} as line on line.shipment_id = box.id
    where box.order_id = ${orderId} and (box.id = ${id} or (
      box.method <> 'pickup' and box.to_state = ${state} and box.state not in ('cancelled', 'returned')
      and not exists (select from ${shipments} as again where again.replaces = box.id and again.state <> 'cancelled')))
    group by line.product_id) as part)`

/** The same of a box that is sent to a state. */
export async function unitsSentTo(
  db: Queryable,
  { orderId, state, id }: { orderId: string; state: string; id: string },
): Promise<Record<string, number>> {
  const box = { orderId: sql`${orderId}::uuid`, state: sql`${state}`, id: sql`${id}::uuid` }
  const { rows } = await db.execute<{ units: Record<string, number> }>(
    sql`select ${unitsToState(box)} as units`,
  )
  return rows[0]!.units
}
