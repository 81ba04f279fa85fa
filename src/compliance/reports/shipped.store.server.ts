import type { SQL } from 'drizzle-orm'
import { sql } from 'drizzle-orm'

import { licences } from '#catalogue/destinations/state-rules/tables.ts'
import { products } from '#catalogue/wines/tables.ts'
import { orderLines, orders } from '#orders/order/tables.ts'
import { literals } from '#platform/database/columns.ts'
import type { Queryable } from '#platform/database/connection.server.ts'
import { statesIn } from '#shipping/shipments/shipment.rules.ts'
import { parcels, shipmentEvents, shipmentLines, shipments } from '#shipping/tables.ts'
import type { Carrier } from '#shipping/tracking/carriers.rules.ts'
import { carrierName } from '#shipping/tracking/carriers.rules.ts'

import { complianceEvents, complianceRecords, wineFacts } from '../tables.ts'
import type { Period } from './period.rules.ts'
import type { Shipped, ShippedWine } from './shipped.rules.ts'

/** Shipments `s` that a carrier took, whatever became of them. */
export const wasShipped = sql`s.method <> 'pickup' and s.handed_at is not null
  and s.state in ${literals(statesIn('sent', 'returning', 'arrived', 'back', 'unsound'))}`

/**
 * The day on which a shipment `s` was shipped, in its state's own time: as the carrier or the shipper's file says, or
 * else when it was handed over. A file names a day of the shop's time zone.
 */
export const shipDay = (timeZone: string): SQL<string> => sql<string>`case
  when exists (select from ${shipmentEvents} as event where event.shipment_id = s.id
    and event.kind = 'shipped' and event.at = s.shipped_at and event.is_day)
  then (s.shipped_at at time zone ${timeZone})::date
  else day_in(s.to_state, coalesce(s.shipped_at, s.handed_at)) end`

/** Parcels `box` of a shipment `s` whose numbers were not corrected since. */
export const boxesOfShipment = sql`${parcels} as box where box.shipment_id = s.id and box.superseded_at is null`

type Row = Omit<Shipped, 'carrier'> & { carriers: Carrier[]; wines: ShippedWine[] }

/**
 * The shipments into a state in a period, by their ship dates. Facts of wines are those of today, or else those that
 * were kept with the order.
 */
export async function shippedIn(
  db: Queryable,
  state: string,
  { from, until }: Pick<Period, 'from' | 'until'>,
  timeZone: string,
): Promise<Shipped[]> {
  const { rows } = await db.execute<Row>(sql`
    select s.number, o.number as "orderNumber", day::text as "shippedOn",
      day_in(s.to_state, o.created_at)::text as "orderedOn",
      day_in(s.to_state, s.delivered_at)::text as "deliveredOn",
      coalesce(nullif(s.ship_to ->> 'name', ''), o.name) as name,
      concat_ws(', ', nullif(s.ship_to ->> 'address', ''), nullif(s.ship_to ->> 'addressExtra', '')) as address,
      coalesce(s.ship_to ->> 'city', '') as city, s.to_zip as "zipCode", s.to_state as state,
      coalesce(s.signed_by, '') as signer,
      coalesce(s.signed_by, '') <> '' or exists (select from ${complianceEvents} as event
        where event.order_id = s.order_id and event.facts @> '{"isSigned": true}'
          and event.facts ->> 'shipment' = s.number::text) as "isSigned",
      s.state in ${literals(statesIn('returning', 'back', 'unsound'))} as "isUndelivered",
      coalesce((select array_agg(distinct box.carrier) from ${boxesOfShipment}),
        array[s.carrier]) as carriers,
      array(select box.tracking_number from ${boxesOfShipment} order by box.tracking_number)
        as "trackingNumbers",
      (select json_agg(json_build_object(
          'productId', wine.id,
          'description', coalesce(bought.description, wine.title),
          'vintage', wine.vintage,
          'bottles', line.units * wine.bottles,
          'bottleMl', wine.bottle_ml,
          'brand', coalesce(nullif(fact.brand, ''), frozen.facts ->> 'brand', ''),
          'class', coalesce(nullif(fact.class, ''), frozen.facts ->> 'class', ''),
          'alcohol', coalesce(fact.alcohol, (frozen.facts ->> 'alcohol')::numeric),
          'cola', coalesce(nullif(fact.cola, ''), frozen.facts ->> 'cola', ''),
          'country', coalesce(nullif(fact.country, ''), frozen.facts ->> 'country', ''),
          'priceCents', case when s.kind in ('first', 'split')
            then coalesce(bought.unit_price_cents * line.units, 0) else 0 end,
          'taxCents', case when s.kind in ('first', 'split')
            then coalesce(round(bought.tax_cents::numeric * line.units / bought.quantity), 0) else 0 end
        ) order by wine.id)
        from ${shipmentLines} as line
        join ${products} as wine on wine.id = line.product_id
        left join ${orderLines} as bought
          on bought.order_id = s.order_id and bought.product_id = line.product_id
        left join ${wineFacts} as fact on fact.product_id = wine.id
        left join lateral (select facts from ${complianceRecords} as entry,
            jsonb_array_elements(entry.facts -> 'wines') as facts
          where entry.order_id = s.order_id and facts ->> 'productId' = wine.id
          limit 1) as frozen on true
        where line.shipment_id = s.id) as wines
    from ${shipments} as s
    join ${orders} as o on o.id = s.order_id
    cross join lateral (select ${shipDay(timeZone)} as day) as shipped
    where s.to_state = ${state} and ${wasShipped} and day >= ${from}::date and day < ${until}::date
    order by day, s.number`)
  return rows.map(({ carriers, ...row }) => ({
    ...row,
    carrier: carriers.map((carrier) => (carrier ? carrierName[carrier] : '')).join(', '),
    wines: row.wines ?? [],
  }))
}

/** Numbers of the licenses of a state that were valid on some day of a period. */
export async function licensesIn(
  db: Queryable,
  state: string,
  { from, until }: Pick<Period, 'from' | 'until'>,
): Promise<string[]> {
  const { rows } = await db.execute<{ number: string }>(sql`
    select number from ${licences}
    where state = ${state} and from_day < ${until}::date and until_day >= ${from}::date
    order by holder, number`)
  return rows.map(({ number }) => number)
}
