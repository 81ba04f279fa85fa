import { sql } from 'drizzle-orm'

import { recipientOf } from '#catalogue/destinations/gift.rules.ts'
import { shippingMethodName } from '#catalogue/destinations/shipping.rules.ts'
import { printedNotes } from '#catalogue/destinations/typed-fields.rules.ts'
import type { ShipToRecord } from '#catalogue/tables.ts'
import { products } from '#catalogue/wines/tables.ts'
import { orderLines, orders, refunds } from '#orders/order/tables.ts'
import { addressIn, noAddress } from '#platform/address/address.rules.ts'
import type { Queryable } from '#platform/database/connection.server.ts'
import type { ShopSettings } from '#platform/services/services.ts'
import { shopDates } from '#platform/text/dates.rules.ts'

import type { PackedShipment } from '../profiles/shipper-profile.rules.ts'
import type { Shipment } from '../shipments/shipments.store.server.ts'
import { shipmentLines, shipments } from '../tables.ts'

/** A shipment for a shipper's file and a packing slip. */
export type PackedRow = PackedShipment & {
  id: string
  method: Shipment['method']
  /** None of its units is refunded. */
  isWhole: boolean
  /** What the slip says to the recipient. */
  notes: ReturnType<typeof printedNotes>
}

type Row = {
  id: string
  number: number
  method: Shipment['method']
  service: string
  shipTo: ShipToRecord | null
  notBefore: string | null
  orderNumber: number
  name: string
  isWhole: boolean
  wines: PackedShipment['wines'] | null
}

/**
 * Shipments with their address and wines, by number: those with these numbers, or ready ones other than
 * pickups. `day` is today in the shop's time zone.
 */
export async function packedShipments(
  { db, settings: { timeZone } }: PackingReader,
  which: { numbers: readonly number[] } | { limit: number },
  day: string,
): Promise<PackedRow[]> {
  const condition =
    'numbers' in which
      ? sql`s.number = any(${sql.param([...which.numbers])}::int[])`
      : sql`s.state = 'ready' and s.method <> 'pickup'`
  const limit = 'limit' in which ? sql`limit ${which.limit}` : sql``
  const { rows } = await db.execute(sql`
    select s.id, s.number, s.method, s.service, s.ship_to as "shipTo",
      s.not_before as "notBefore", o.number as "orderNumber", o.name,
      o.state <> 'refunded' and coalesce((select sum(refund.amount_cents) from ${refunds} as refund
        where refund.order_id = o.id and refund.state = 'requested'), 0) + o.refunded_cents
        < o.total_cents
      and not exists (
        select 1 from ${shipmentLines} as line
        join ${orderLines} as sold on sold.order_id = o.id and sold.product_id = line.product_id
        where line.shipment_id = s.id and line.units > sold.quantity - sold.returned
      ) as "isWhole",
      (select json_agg(json_build_object('description', sold.description, 'units', line.units,
          'bottlesPerUnit', wine.bottles, 'bottleMl', wine.bottle_ml) order by sold.description)
        from ${shipmentLines} as line
        join ${orderLines} as sold on sold.order_id = o.id and sold.product_id = line.product_id
        join ${products} as wine on wine.id = line.product_id
        where line.shipment_id = s.id) as wines
    from ${shipments} as s join ${orders} as o on o.id = s.order_id
    where ${condition} order by s.number ${limit}`)
  return (rows as Row[]).map((row) => packedOf(row, day, timeZone))
}

export type PackingReader = { db: Queryable; settings: Pick<ShopSettings, 'timeZone'> }

function packedOf(row: Row, day: string, timeZone: string): PackedRow {
  const { shipTo, wines, service, notBefore, name, ...rest } = row
  const recipient = shipTo && recipientOf(shipTo)
  const earliest = notBefore === null ? day : shopDates(timeZone).isoDay(new Date(notBefore))
  return {
    ...rest,
    name: recipient?.name || name,
    phone: recipient?.phone ?? '',
    notes: shipTo ? printedNotes(shipTo) : [],
    ...addressIn(shipTo ?? noAddress),
    service: service || shippingMethodName[rest.method],
    earliest: earliest > day ? earliest : day,
    wines: wines ?? [],
  }
}
