import type { SQL } from 'drizzle-orm'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'

import { orderLines, orders, refunds } from '#orders/order/tables.ts'
import { literals } from '#platform/database/columns.ts'
import type { Queryable, Transaction } from '#platform/database/connection.server.ts'
import { isUuid } from '#platform/database/uuid.ts'

import { shipmentLines, shipments } from '../tables.ts'
import type { TransitionCause, ShipmentState } from './shipment.rules.ts'
import { beforeHandover, mayChangeState, reachableByEvents, statesFor } from './shipment.rules.ts'

export type Shipment = typeof shipments.$inferSelect
type ShipmentLine = typeof shipmentLines.$inferSelect

/** Columns that can be updated with a change of state. */
export type ShipmentChanges = Partial<
  Pick<
    Shipment,
    | 'waitsFor'
    | 'heldBy'
    | 'carrier'
    | 'service'
    | 'handedAt'
    | 'shippedAt'
    | 'deliveredAt'
    | 'returnedAt'
    | 'signedBy'
    | 'attempts'
    | 'depotUntil'
    | 'expectedOn'
    | 'recheckAt'
    | 'settledAt'
    | 'receivedAt'
    | 'returnChoice'
    | 'chosenAt'
    | 'followedUpAt'
    | 'followUpAgainAt'
  >
>

export async function shipmentByNumber(db: Queryable, number: number): Promise<Shipment | null> {
  const [row] = await db.select().from(shipments).where(eq(shipments.number, number))
  return row ?? null
}

export async function shipmentById(db: Queryable, id: string): Promise<Shipment | null> {
  if (!isUuid(id)) return null
  const [row] = await db.select().from(shipments).where(eq(shipments.id, id))
  return row ?? null
}

/** An order's shipments, oldest first. */
export const shipmentsOf = (db: Queryable, orderId: string): Promise<Shipment[]> =>
  shipmentsOfOrders(db, [orderId])

/** The shipments of several orders, oldest first. */
export async function shipmentsOfOrders(
  db: Queryable,
  orderIds: readonly string[],
): Promise<Shipment[]> {
  if (orderIds.length === 0) return []
  return db
    .select()
    .from(shipments)
    .where(inArray(shipments.orderId, [...orderIds]))
    .orderBy(asc(shipments.number))
}

/** A shipment, its row locked; lock its order first, if needed. */
export async function lockShipment(tx: Transaction, id: string): Promise<Shipment | null> {
  const [row] = await tx.select().from(shipments).where(eq(shipments.id, id)).for('update')
  return row ?? null
}

/** Locks the orders of shipments in the order of their numbers; call it before locking shipments. */
export async function lockOrdersOf(tx: Transaction, shipmentIds: readonly string[]): Promise<void> {
  await tx.execute(sql`
    select from ${orders} where id in (
      select order_id from ${shipments} where id = any(${sql.param([...shipmentIds])}::uuid[]))
    order by number for update`)
}

/** Several shipments, their rows locked in the order of their numbers. */
export async function lockShipments(tx: Transaction, ids: readonly string[]): Promise<Shipment[]> {
  return tx
    .select()
    .from(shipments)
    .where(sql`${shipments.id} = any(${sql.param([...ids])}::uuid[])`)
    .orderBy(asc(shipments.number))
    .for('update')
}

export async function shipmentLinesOf(
  db: Queryable,
  shipmentIds: readonly string[],
): Promise<ShipmentLine[]> {
  if (shipmentIds.length === 0) return []
  return db
    .select()
    .from(shipmentLines)
    .where(inArray(shipmentLines.shipmentId, [...shipmentIds]))
    .orderBy(asc(shipmentLines.productId))
}

export const unitsIn = (lines: readonly Pick<ShipmentLine, 'units'>[]) =>
  lines.reduce((sum, { units }) => sum + units, 0)

/**
 * Changes the state of a shipment if it is unchanged since it was read and the transition is allowed. False
 * otherwise.
 */
export async function moveShipment(
  tx: Queryable,
  { id, state: from }: Pick<Shipment, 'id' | 'state'>,
  to: ShipmentState,
  by: TransitionCause,
  changes: ShipmentChanges = {},
): Promise<boolean> {
  const may = by === 'events' ? reachableByEvents(from).has(to) : mayChangeState(from, to, by)
  if (!may) return false
  const result = await tx
    .update(shipments)
    .set({ waitsFor: null, heldBy: null, ...changes, state: to, version: sql`version + 1` })
    .where(and(eq(shipments.id, id), eq(shipments.state, from)))
  return result.rowCount === 1
}

/** Sets the state that follows from corrected events, if it is unchanged since it was read. */
export async function correctShipmentState(
  tx: Queryable,
  { id, state: from }: Pick<Shipment, 'id' | 'state'>,
  to: ShipmentState,
  changes: ShipmentChanges,
): Promise<boolean> {
  const result = await tx
    .update(shipments)
    .set({ ...changes, state: to, version: sql`version + 1` })
    .where(and(eq(shipments.id, id), eq(shipments.state, from)))
  return result.rowCount === 1
}

/** Updates columns of a shipment without changing its state. */
export async function updateShipment(
  tx: Queryable,
  id: string,
  changes: ShipmentChanges &
    Partial<Pick<Shipment, 'method' | 'notBefore' | 'shipTo' | 'toState' | 'toZip'>>,
): Promise<void> {
  await tx
    .update(shipments)
    .set({ ...changes, version: sql`version + 1` })
    .where(eq(shipments.id, id))
}

/** SQL: units of the line `line` of an order that are not refunded, pending refunds included. */
export const unitsLeft = sql`(line.quantity - line.returned - coalesce((
  select sum((refund.stock_back ->> line.product_id)::int) from ${refunds} as refund
  where refund.order_id = line.order_id and refund.state = 'requested'), 0))`

/** The same of an order's wines. */
const unitsLeftOf = (orderId: string): SQL => sql`
  select line.product_id, ${unitsLeft} as units
  from ${orderLines} as line where line.order_id = ${orderId}`

/** Whether no unit of a shipment is refunded. */
export async function isWhollyLeft(
  db: Queryable,
  { id, orderId }: Pick<Shipment, 'id' | 'orderId'>,
): Promise<boolean> {
  const short = await db.execute(sql`
    select 1 from ${shipmentLines} as line
    left join (${unitsLeftOf(orderId)}) as remaining on remaining.product_id = line.product_id
    where line.shipment_id = ${id} and coalesce(remaining.units, 0) < line.units limit 1`)
  return short.rows.length === 0
}

/**
 * After a refund: takes refunded units, pending refunds included, out of the shipments of an order that are
 * still here, the newest first; a failed refund restores its units in the oldest. Returns the shipments without lines.
 */
export async function dropReturnedUnits(tx: Transaction, orderId: string): Promise<Shipment[]> {
  const boxes = sql`
    select id, number, state in ${literals(beforeHandover)} as is_here,
      state in ${literals(statesFor('settle'))} as is_undone
    from ${shipments} as box where order_id = ${orderId}
      and state <> 'cancelled' and not exists (select 1 from ${shipments} as other
        where other.replaces = box.id and other.kind = 'reshipment' and other.state <> 'cancelled')`
  // What may be here at most, and what has to be: a box that came to nothing may be refunded or not.
  await tx.execute(sql`
    with boxes as (${boxes}), remaining as (${unitsLeftOf(orderId)}),
    wine as (
      select remaining.product_id, remaining.units
          - coalesce(sum(line.units) filter (where not is_here and not is_undone), 0) as most,
        remaining.units - coalesce(sum(line.units) filter (where not is_here), 0)
          - coalesce(sum(line.units) filter (where is_here), 0) as missing
      from remaining left join (boxes join ${shipmentLines} as line on line.shipment_id = boxes.id)
        on line.product_id = remaining.product_id
      group by remaining.product_id, remaining.units
    ), here as (
      select line.shipment_id, line.product_id, line.units, wine.most,
        coalesce(sum(line.units) over (partition by line.product_id order by number
          rows between unbounded preceding and 1 preceding), 0) as before
      from boxes join ${shipmentLines} as line on line.shipment_id = boxes.id
      join wine on wine.product_id = line.product_id where is_here
    ), wanted as (
      select shipment_id, product_id, least(units, greatest(0, most - before)) as units from here
      union all
      select oldest.id, product_id, missing from wine, (
        select id from boxes where is_here order by number limit 1) as oldest where missing > 0
    ), summed as (
      select shipment_id, product_id, sum(units)::int as units from wanted group by 1, 2
    ), emptied as (
      delete from ${shipmentLines} as line using summed
      where line.shipment_id = summed.shipment_id and line.product_id = summed.product_id
        and summed.units = 0
    )
    insert into ${shipmentLines} as line (shipment_id, product_id, units)
    select shipment_id, product_id, units from summed where units > 0
    on conflict (shipment_id, product_id) do update set units = excluded.units`)
  return tx
    .select()
    .from(shipments)
    .where(
      sql`${shipments.id} in (select id from (${boxes}) as boxes where is_here) and not exists (
        select 1 from ${shipmentLines} as line where line.shipment_id = ${shipments.id})`,
    )
}
