import { and, asc, eq, gte, inArray, lt, sql } from 'drizzle-orm'

import type { Queryable, Transaction } from '#data/connection.server.ts'
import { pickupPlaces, pickups } from '#data/schema/shipping.ts'
import { isUuid } from '#data/uuid.ts'

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
