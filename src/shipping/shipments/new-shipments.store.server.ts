import type { SQL } from 'drizzle-orm'
import { sql } from 'drizzle-orm'

import type { ShippingMethod } from '#catalogue/destinations/shipping.rules.ts'
import type { ShipToRecord } from '#catalogue/tables.ts'
import type { WrittenOrder } from '#orders/order/fulfilment.ts'
import { orderLines, orders, refunds } from '#orders/order/tables.ts'
import type { Queryable, Transaction } from '#platform/database/connection.server.ts'

import { parcels, shipmentEvents, shipmentLines, shipments, shippingSettings } from '../tables.ts'
import type { ShipmentState } from './shipment.rules.ts'
import { unitsLeft } from './shipments.store.server.ts'

/** SQL condition: the order `o` is served, not fully refunded (pending refunds included), and has no shipment. */
const lacksShipment = sql`
  not exists (select 1 from ${refunds} as refund
    where refund.order_id = o.id and refund.cause = 'automatic')
  and o.state <> 'refunded'
  and coalesce((select sum(refund.amount_cents) from ${refunds} as refund
    where refund.order_id = o.id and refund.state <> 'failed'), 0) < o.total_cents
  and not exists (select 1 from ${shipments} as other
    where other.order_id = o.id and other.state <> 'cancelled')`

/** SQL condition: units of the order `o` are not refunded. */
const hasUnits = (lines: SQL) => sql`exists (select 1 from ${lines} as line
  where line.order_id = o.id and ${unitsLeft} > 0)`

/** The sources of orders and lines, unless the statement has common table expressions for them. */
const inTables: WrittenOrder = { orders: sql`${orders}`, lines: sql`${orderLines}` }

/**
 * Inserts shipments of orders with their lines and first events: parts of a `with`, where `made` has the
 * inserted shipments.
 */
export const insertShipments = (which: SQL, at: Date, from: WrittenOrder = inTables): SQL => sql`
  wanted as (
    select o.id, o.number, case
        when o.shipping_method is not null then o.shipping_method
        when o.ship_to is null then 'pickup' else 'ground' end as method, o.ship_to
    from ${from.orders} as o
    where exists (select 1 from ${shippingSettings}) and ${which} and ${lacksShipment}
      and ${hasUnits(from.lines)}
  ), made as (
    insert into ${shipments} (order_id, kind, state, method, ship_to, to_state, to_zip)
    select id, 'first', 'waiting', method, ship_to,
      case when method = 'pickup' then '' else coalesce(ship_to ->> 'state', '') end,
      case when method = 'pickup' then '' else coalesce(ship_to ->> 'zipCode', '') end
    from wanted order by number
    on conflict do nothing
    returning id, order_id
  ), lines as (
    insert into ${shipmentLines} (shipment_id, product_id, units)
    select made.id, line.product_id, ${unitsLeft}
    from made join ${from.lines} as line on line.order_id = made.order_id
    where ${unitsLeft} > 0
  ), noted as (
    insert into ${shipmentEvents} (shipment_id, at, source, kind)
    select id, ${at.toISOString()}::timestamptz, 'shop', 'created' from made
  )`

/**
 * Inserts the shipment of an order. Returns its id; null while fulfilment is off, or when it has one. After a canceled
 * one it goes the same way, which its buyer may have changed.
 */
export async function insertShipmentOf(
  tx: Transaction,
  orderId: string,
  at: Date,
): Promise<string | null> {
  const { rows } = await tx.execute<{ id: string }>(
    sql`with ${insertShipments(sql`o.id = ${orderId}`, at)} select id from made`,
  )
  const [made] = rows
  if (!made) return null
  await tx.execute(sql`
    update ${shipments} as made set method = before.method, ship_to = before.ship_to,
      to_state = before.to_state, to_zip = before.to_zip, not_before = before.not_before
    from (select * from ${shipments} where order_id = ${orderId} and state = 'cancelled'
      order by kind <> 'first', number desc limit 1) as before
    where made.id = ${made.id}`)
  return made.id
}

/** How many orders since a time have no shipment, and would get one; of all times without one. */
export async function countMissingShipments(db: Queryable, since?: Date): Promise<number> {
  const isRecent = since ? sql`o.created_at >= ${since.toISOString()}::timestamptz` : sql`true`
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from ${orders} as o
    where ${isRecent} and ${lacksShipment} and ${hasUnits(inTables.lines)}`)
  return rows[0]!.count
}

/** Inserts the missing shipments of orders since a time. Returns how many. */
export async function insertMissingShipments(
  db: Queryable,
  since: Date,
  at: Date,
): Promise<number> {
  const which = sql`o.created_at >= ${since.toISOString()}::timestamptz`
  const made = await db.execute(sql`with ${insertShipments(which, at)} select id from made`)
  return made.rows.length
}

/** Method and address of a copy; a pickup has no address. */
type OtherWay = { method: ShippingMethod; shipTo: ShipToRecord | null }

/**
 * Inserts a shipment with the same wine that is sent again or replaces this one, by the same method to the
 * same address unless `other` is given.
 */
export async function copyShipment(
  tx: Transaction,
  { id }: { id: string },
  kind: 'reshipment' | 'replacement',
  at: Date,
  other?: OtherWay,
): Promise<void> {
  const way = other
    ? sql`${other.method}::text, ${other.shipTo && JSON.stringify(other.shipTo)}::jsonb,
        ${other.shipTo?.state ?? ''}::text, ${other.shipTo?.zipCode ?? ''}::text`
    : sql`method, ship_to, to_state, to_zip`
  await tx.execute(sql`
    with made as (
      insert into ${shipments} (order_id, kind, state, method, ship_to, to_state, to_zip, replaces)
      select order_id, ${kind}, 'waiting', ${way}, id
      from ${shipments} where id = ${id} returning id
    ), lines as (
      insert into ${shipmentLines} (shipment_id, product_id, units)
      select made.id, line.product_id, line.units
      from made, ${shipmentLines} as line where line.shipment_id = ${id}
    )
    insert into ${shipmentEvents} (shipment_id, at, source, kind)
    select id, ${at.toISOString()}::timestamptz, 'shop', 'created' from made`)
}

/** Units by product. */
type Units = Readonly<Record<string, number>>

const movedUnits = (units: Units): SQL => sql`(select key as product_id, value::int as units
    from jsonb_each_text(${JSON.stringify(units)}::jsonb) where value::int > 0) as moved`

/** Parts of a `with` that take the units out of a shipment. */
const withoutUnits = (id: string, moved: SQL): SQL => sql`emptied as (
      delete from ${shipmentLines} as line using ${moved}
      where line.shipment_id = ${id} and line.product_id = moved.product_id
        and line.units = moved.units
    ), lessened as (
      update ${shipmentLines} as line set units = line.units - moved.units from ${moved}
      where line.shipment_id = ${id} and line.product_id = moved.product_id
        and line.units > moved.units
    )`

/**
 * Moves units of a shipment into another of the same order, for what may differ between the two. Lock both
 * first: the shipment keeps at least one unit.
 */
export async function splitShipment(
  tx: Transaction,
  { id }: { id: string },
  units: Units,
  { shipTo, notBefore, at }: { shipTo: ShipToRecord; notBefore: Date | null; at: Date },
): Promise<void> {
  const moved = movedUnits(units)
  await tx.execute(sql`
    with made as (
      insert into ${shipments} (order_id, kind, state, method, ship_to, to_state, to_zip, not_before)
      select order_id, 'split', 'waiting', method, ${JSON.stringify(shipTo)}::jsonb,
        ${shipTo.state}, ${shipTo.zipCode}, ${notBefore?.toISOString() ?? null}::timestamptz
      from ${shipments} where id = ${id} returning id
    ), lines as (
      insert into ${shipmentLines} (shipment_id, product_id, units)
      select made.id, moved.product_id, moved.units from made, ${moved}
    ), ${withoutUnits(id, moved)}
    insert into ${shipmentEvents} (shipment_id, at, source, kind)
    select id, ${at.toISOString()}::timestamptz, 'shop', 'created' from made`)
}

/**
 * Makes a shipment of its own of parcels of another, with so many units of each line. Lock that first: it keeps at
 * least one unit. Returns the id of the new one.
 */
export async function partOffShipment(
  tx: Transaction,
  { id, state }: { id: string; state: ShipmentState },
  { units, parcelIds, at }: { units: Units; parcelIds: readonly string[]; at: Date },
): Promise<string> {
  const moved = movedUnits(units)
  const { rows } = await tx.execute<{ id: string }>(sql`
    with made as (
      insert into ${shipments} (order_id, kind, state, method, ship_to, to_state, to_zip, carrier, service,
        handed_at, shipped_at, attempts, returned_at)
      select order_id, 'split', state, method, ship_to, to_state, to_zip, carrier, service,
        handed_at, shipped_at, attempts,
        case when state = 'returned' then ${at.toISOString()}::timestamptz end
      from ${shipments} where id = ${id} returning id
    ), lines as (
      insert into ${shipmentLines} (shipment_id, product_id, units)
      select made.id, moved.product_id, moved.units from made, ${moved}
    ), ${withoutUnits(id, moved)}, boxes as (
      update ${parcels} set shipment_id = made.id from made
      where ${parcels.id} = any(${sql.param([...parcelIds])}::uuid[])
    ), noted as (
      insert into ${shipmentEvents} (shipment_id, at, source, kind)
      select id, ${at.toISOString()}::timestamptz, 'staff', ${state} from made
    )
    select id from made`)
  return rows[0]!.id
}

/** Moves all units of a shipment into another. Lock both first. */
export async function joinShipments(
  tx: Transaction,
  { id: into }: { id: string },
  { id: from }: { id: string },
): Promise<void> {
  await tx.execute(sql`
    insert into ${shipmentLines} as line (shipment_id, product_id, units)
    select ${into}, product_id, units from ${shipmentLines} where shipment_id = ${from}
    on conflict (shipment_id, product_id) do update set units = line.units + excluded.units`)
  await tx.execute(sql`delete from ${shipmentLines} where shipment_id = ${from}`)
}
