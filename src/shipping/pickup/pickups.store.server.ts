import type { SQL } from 'drizzle-orm'
import { and, asc, eq, gte, inArray, lt, sql } from 'drizzle-orm'

import { orders } from '#orders/order/tables.ts'
import type { Queryable, Transaction } from '#platform/database/connection.server.ts'
import { isUuid } from '#platform/database/uuid.ts'

import { winesIn } from '../emails/shipment-mails.store.server.ts'
import { shipments } from '../tables.ts'
import { slotMinutes } from './pickup.rules.ts'
import { pickupPlaces, pickups } from './tables.ts'

type PickupPlace = typeof pickupPlaces.$inferSelect
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

/** Inserts a place. Null when the name exists. */
export async function insertPlace(
  tx: Transaction,
  fields: Omit<PickupPlace, 'id' | 'version'>,
): Promise<PickupPlace | null> {
  const [row] = await tx.insert(pickupPlaces).values(fields).onConflictDoNothing().returning()
  return row ?? null
}

/** Updates a place if its version is unchanged (optimistic locking); else null. */
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

/** Slots that are taken between two times. */
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

/** Deletes proposed and agreed appointments of a shipment. */
export async function deleteOpenPickups(tx: Transaction, shipmentId: string): Promise<void> {
  await tx
    .delete(pickups)
    .where(and(eq(pickups.shipmentId, shipmentId), inArray(pickups.state, ['proposed', 'agreed'])))
}

type Collected = { at: Date; checkedBy: string; document: string; place: string }

/**
 * Records who checked a document when a shipment was collected. A later appointment is taken back, and its time is free;
 * without one it is recorded at that place, or where pickups last were.
 */
export async function writeCollected(
  tx: Transaction,
  shipmentId: string,
  { at, checkedBy, document, place }: Collected,
): Promise<void> {
  const [agreed] = (await pickupsOf(tx, [shipmentId])).filter(({ state }) => state === 'agreed')
  const collected = { state: 'collected', checkedBy, document } as const
  if (agreed && agreed.from <= at) {
    await closePickup(tx, shipmentId, collected)
    return
  }
  const places = await allPlaces(tx)
  const found = places.find(({ id }) => id === (agreed?.placeId ?? place)) ?? places[0]
  await deleteOpenPickups(tx, shipmentId)
  if (!found) return
  const from = await firstFreeFrom(tx, found.id, at)
  const until = new Date(at.getTime() + slotMinutes * 60_000)
  await tx.insert(pickups).values({ ...collected, shipmentId, placeId: found.id, from, until })
}

/** That moment, or the first millisecond after it at which nothing else is recorded at the place. */
async function firstFreeFrom(tx: Transaction, placeId: string, at: Date): Promise<Date> {
  await lockPlace(tx, placeId)
  const taken = await takenSlots(tx, at, new Date(at.getTime() + 1_000))
  const here = new Set(taken.filter((one) => one.placeId === placeId).map(({ from }) => +from))
  let free = at.getTime()
  while (here.has(free)) free += 1
  return new Date(free)
}

/** Makes concurrent writers of a place's times wait for each other. */
const lockPlace = (tx: Transaction, placeId: string) =>
  tx
    .select({ id: pickupPlaces.id })
    .from(pickupPlaces)
    .where(eq(pickupPlaces.id, placeId))
    .for('update')

/** Closes the agreed appointment of a shipment. False when there is none. */
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
 * Inserts an agreed appointment for a shipment, replacing earlier ones. False when the slot is taken.
 */
export async function insertAgreedPickup(
  tx: Transaction,
  agreed: Pick<Pickup, 'shipmentId' | 'placeId' | 'from' | 'until'>,
): Promise<boolean> {
  const { shipmentId, placeId, from } = agreed
  await lockPlace(tx, placeId)
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

/** The agreed appointments of a day in the shop's time zone, in order. */
export async function agreedOn(db: Queryable, day: string, zone: string): Promise<AgreedPickup[]> {
  const beginsOn = (date: SQL) => sql`(${date}::timestamp at time zone ${zone})`
  const rows = await db
    .select({
      shipmentId: pickups.shipmentId,
      number: shipments.number,
      orderNumber: orders.number,
      name: orders.name,
      from: pickups.from,
      place: pickupPlaces.name,
    })
    .from(pickups)
    .innerJoin(pickupPlaces, eq(pickupPlaces.id, pickups.placeId))
    .innerJoin(shipments, eq(shipments.id, pickups.shipmentId))
    .innerJoin(orders, eq(orders.id, shipments.orderId))
    .where(
      and(
        eq(pickups.state, 'agreed'),
        eq(shipments.state, 'agreed'),
        sql`${pickups.from} >= ${beginsOn(sql`${day}::date`)}`,
        sql`${pickups.from} < ${beginsOn(sql`(${day}::date + 1)`)}`,
      ),
    )
    .orderBy(asc(pickups.from), asc(shipments.number))
  const wines = await winesOf(
    db,
    rows.map(({ shipmentId }) => shipmentId),
  )
  return rows.map((row) => ({ ...row, wines: wines.get(row.shipmentId) ?? '' }))
}

/** An appointment with its customer and wines. */
type AgreedPickup = {
  shipmentId: string
  number: number
  orderNumber: number
  name: string
  from: Date
  place: string
  wines: string
}

/** The wines of each shipment, as `2 × Malbec 2022; 1 × Cabernet 2021`. */
export async function winesOf(
  db: Queryable,
  shipmentIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (shipmentIds.length === 0) return new Map()
  const lines = await winesIn(db, shipmentIds)
  const words = ({ quantity, description }: { quantity: number; description: string }) =>
    `${quantity} × ${description}`
  return new Map([...lines].map(([id, wines]) => [id, wines.map(words).join('; ')]))
}
