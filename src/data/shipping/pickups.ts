import { and, asc, eq, gte, inArray, lt, sql } from 'drizzle-orm'

import type { Queryable, Transaction } from '#data/connection.server.ts'
import { pickupPlaces, pickups } from '#data/schema/pickups.ts'
import { shipmentLines, shipments } from '#data/schema/shipping.ts'
import { orderLines, orders } from '#data/schema/orders.ts'
import { isUuid } from '#data/uuid.ts'

import type { Shipment } from './shipments.ts'

export type PickupPlace = typeof pickupPlaces.$inferSelect
export type Pickup = typeof pickups.$inferSelect

/** Places where orders can be picked up now, by name. */
export async function openPlaces(db: Queryable): Promise<PickupPlace[]> {
  return db
    .select()
    .from(pickupPlaces)
    .where(eq(pickupPlaces.isOpen, true))
    .orderBy(asc(pickupPlaces.name))
}

export async function allPlaces(db: Queryable): Promise<PickupPlace[]> {
  return db.select().from(pickupPlaces).orderBy(asc(pickupPlaces.name))
}

export async function placeById(db: Queryable, id: string): Promise<PickupPlace | null> {
  if (!isUuid(id)) return null
  const [row] = await db.select().from(pickupPlaces).where(eq(pickupPlaces.id, id))
  return row ?? null
}

/** Adds a place. Null when there is one of that name. */
export async function insertPlace(
  tx: Transaction,
  fields: Omit<PickupPlace, 'id' | 'version'>,
): Promise<PickupPlace | null> {
  const [row] = await tx.insert(pickupPlaces).values(fields).onConflictDoNothing().returning()
  return row ?? null
}

/** Saves a place if it still has the version that staff saw. */
export async function updatePlace(
  tx: Transaction,
  { id, version }: Pick<PickupPlace, 'id' | 'version'>,
  fields: Omit<PickupPlace, 'id' | 'version'>,
): Promise<PickupPlace | null> {
  const [row] = await tx
    .update(pickupPlaces)
    .set({ ...fields, version: sql`version + 1` })
    .where(and(eq(pickupPlaces.id, id), eq(pickupPlaces.version, version)))
    .returning()
  return row ?? null
}

/** Appointments of shipments, oldest first. */
export async function pickupsOf(db: Queryable, shipmentIds: readonly string[]): Promise<Pickup[]> {
  if (shipmentIds.length === 0) return []
  return db
    .select()
    .from(pickups)
    .where(inArray(pickups.shipmentId, [...shipmentIds]))
    .orderBy(asc(pickups.createdAt), asc(pickups.from))
}

/** Slots that are taken between two moments. */
export async function takenSlots(
  db: Queryable,
  from: Date,
  until: Date,
): Promise<{ placeId: string; from: Date }[]> {
  return db
    .select({ placeId: pickups.placeId, from: pickups.from })
    .from(pickups)
    .where(
      and(
        inArray(pickups.state, ['agreed', 'collected']),
        gte(pickups.from, from),
        lt(pickups.from, until),
      ),
    )
}

export async function insertPickups(
  tx: Transaction,
  rows: readonly (typeof pickups.$inferInsert)[],
): Promise<void> {
  if (rows.length > 0) await tx.insert(pickups).values([...rows])
}

/** Deletes what was proposed or agreed for a shipment, before another slot takes its place. */
export async function deleteOpenPickups(tx: Transaction, shipmentId: string): Promise<void> {
  await tx
    .delete(pickups)
    .where(and(eq(pickups.shipmentId, shipmentId), inArray(pickups.state, ['proposed', 'agreed'])))
}

/** Closes the agreed appointment of a shipment. */
export async function closePickup(
  tx: Transaction,
  shipmentId: string,
  closed: Pick<Pickup, 'state' | 'checkedBy' | 'document'>,
): Promise<boolean> {
  const result = await tx
    .update(pickups)
    .set(closed)
    .where(and(eq(pickups.shipmentId, shipmentId), eq(pickups.state, 'agreed')))
  return result.rowCount === 1
}

/**
 * Agrees on a slot for a shipment in place of what was proposed or agreed before. False when the slot
 * is another shipment's.
 */
export async function insertAgreedPickup(
  tx: Transaction,
  agreed: Pick<Pickup, 'shipmentId' | 'placeId' | 'from' | 'until'>,
): Promise<boolean> {
  const { shipmentId, placeId, from } = agreed
  // Two who choose the same slot at once take turns.
  await tx
    .select({ id: pickupPlaces.id })
    .from(pickupPlaces)
    .where(eq(pickupPlaces.id, placeId))
    .for('update')
  const [other] = await tx
    .select({ id: pickups.id })
    .from(pickups)
    .where(
      and(
        eq(pickups.placeId, placeId),
        eq(pickups.from, from),
        inArray(pickups.state, ['agreed', 'collected']),
      ),
    )
  if (other) return false
  await deleteOpenPickups(tx, shipmentId)
  await tx.insert(pickups).values({ ...agreed, state: 'agreed' })
  return true
}

/** An appointment, or a shipment that waits for one, with whom and what it is for. */
export type ListedPickup = {
  shipmentId: string
  number: number
  state: Shipment['state']
  orderNumber: number
  name: string
  phone: string
  from: Date | null
  until: Date | null
  place: string | null
  wines: string
}

/** Pickups that were not collected: those with an appointment by time, then the others by number. */
export async function openPickups(db: Queryable, limit = 500): Promise<ListedPickup[]> {
  const { rows } = await db.execute(sql`
    select s.id as "shipmentId", s.number, s.state, o.number as "orderNumber", o.name,
      coalesce(o.ship_to ->> 'phone', '') as phone, slot."from", slot.until, place.name as place,
      (select string_agg(line.units || ' × ' || sold.description, '; ' order by line.product_id)
        from ${shipmentLines} as line join ${orderLines} as sold
          on sold.order_id = o.id and sold.product_id = line.product_id
        where line.shipment_id = s.id) as wines
    from ${shipments} as s join ${orders} as o on o.id = s.order_id
    left join ${pickups} as slot on slot.shipment_id = s.id and slot.state = 'agreed'
    left join ${pickupPlaces} as place on place.id = slot.place_id
    where s.method = 'pickup' and s.state in ('ready', 'agreed', 'missed')
    order by slot."from" nulls last, s.number limit ${limit}`)
  return (rows as Record<string, unknown>[]).map((row) => ({
    ...(row as Omit<ListedPickup, 'from' | 'until'>),
    wines: (row['wines'] as string | null) ?? '',
    from: momentIn(row['from']),
    until: momentIn(row['until']),
  }))
}

/** A raw statement gives moments as text. */
const momentIn = (value: unknown): Date | null =>
  typeof value === 'string' ? new Date(value) : null
