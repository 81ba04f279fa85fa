import { and, asc, eq, inArray, isNull } from 'drizzle-orm'

import type { Queryable, Transaction } from '#platform/database/connection.server.ts'

import { parcels } from '../tables.ts'
import type { Carrier } from './carriers.rules.ts'

export type Parcel = typeof parcels.$inferSelect

/** All parcels of shipments, oldest first, superseded ones included. */
export async function parcelsOf(db: Queryable, shipmentIds: readonly string[]): Promise<Parcel[]> {
  if (shipmentIds.length === 0) return []
  return db
    .select()
    .from(parcels)
    .where(inArray(parcels.shipmentId, [...shipmentIds]))
    .orderBy(asc(parcels.addedAt), asc(parcels.trackingNumber))
}

export async function parcelByNumber(
  db: Queryable,
  carrier: Carrier,
  trackingNumber: string,
): Promise<Parcel | null> {
  const [row] = await db
    .select()
    .from(parcels)
    .where(and(eq(parcels.carrier, carrier), eq(parcels.trackingNumber, trackingNumber)))
  return row ?? null
}

/** Adds a parcel. Null when its number is in use. */
export async function insertParcel(
  tx: Transaction,
  parcel: typeof parcels.$inferInsert,
): Promise<Parcel | null> {
  const [row] = await tx.insert(parcels).values(parcel).onConflictDoNothing().returning()
  return row ?? null
}

/** Marks parcels as superseded, whose numbers were corrected. */
export async function supersedeParcels(
  tx: Transaction,
  ids: readonly string[],
  at: Date,
): Promise<void> {
  if (ids.length === 0) return
  await tx
    .update(parcels)
    .set({ supersededAt: at })
    .where(and(inArray(parcels.id, [...ids]), isNull(parcels.supersededAt)))
}

/** Reverses `supersedeParcels` for a parcel. */
export async function reviveParcel(tx: Transaction, id: string): Promise<void> {
  await tx.update(parcels).set({ supersededAt: null }).where(eq(parcels.id, id))
}

export async function writeParcelState(
  tx: Transaction,
  id: string,
  state: Parcel['state'],
): Promise<void> {
  await tx.update(parcels).set({ state }).where(eq(parcels.id, id))
}
