import { sql } from 'drizzle-orm'

import { orders } from '#orders/order/tables.ts'
import type { Queryable } from '#platform/database/connection.server.ts'
import { parcels, shipments } from '#shipping/tables.ts'
import type { Carrier } from '#shipping/tracking/carriers.rules.ts'

import type { Period } from '../reports/period.rules.ts'
import { shipDay, wasShipped } from '../reports/shipped.store.server.ts'
import type { OwnParcel } from './carrier-list.rules.ts'

type Which = {
  period: Pick<Period, 'from' | 'until'>
  carrier: Carrier | null
  /** Those of the list, whenever they were shipped. */
  numbers: readonly string[]
  timeZone: string
}

/** The parcels that were shipped in a period, and every one of these numbers. */
export async function ownParcels(
  db: Queryable,
  { period: { from, until }, carrier, numbers, timeZone }: Which,
): Promise<OwnParcel[]> {
  const { rows } = await db.execute<OwnParcel>(sql`
    select box.tracking_number as "trackingNumber", s.number as shipment, o.number as order,
      s.to_state as state, day::text as "shippedOn", box.superseded_at is not null as "isSuperseded"
    from ${parcels} as box
    join ${shipments} as s on s.id = box.shipment_id
    join ${orders} as o on o.id = s.order_id
    cross join lateral (select ${shipDay(timeZone)} as day) as shipped
    where ${wasShipped} and (
      box.tracking_number = any(${sql.param([...numbers])}::text[])
      or day >= ${from}::date and day < ${until}::date
        and (${carrier}::text is null or box.carrier = ${carrier}))
    order by day, s.number, box.tracking_number`)
  return rows
}
