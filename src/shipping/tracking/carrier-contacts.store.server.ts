import { and, asc, eq, isNull, sql } from 'drizzle-orm'

import { literals } from '#platform/database/columns.ts'
import type { Queryable } from '#platform/database/connection.server.ts'

import { statesFor, underWay } from '../shipments/shipment.rules.ts'
import type { Shipment } from '../shipments/shipments.store.server.ts'
import { carrierContacts, parcels, shipments } from '../tables.ts'
import type { Carrier } from './carriers.rules.ts'
import type { Parcel } from './parcels.store.server.ts'

export type DueParcel = Pick<Parcel, 'id' | 'carrier' | 'trackingNumber'> &
  Pick<Shipment, 'expectedOn' | 'state'> & { shipmentId: string }

const watchedDaysAfterDelivery = 10

/** Carriers report some parcels as delivered, and days later as returned. */
const watched = [...underWay, 'delivered']
/** So is one of several that is under way while another ended the shipment. */
const isWatched = sql`(${shipments.state} in ${literals(watched)} or ${shipments.state} in ${literals(statesFor('settle'))}
  and ${shipments.settledAt} is null and exists (
  select from ${parcels} as other where other.shipment_id = ${shipments.id}
    and other.superseded_at is null and other.state in ${literals(underWay)}))`

/** Parcels whose carrier has to be polled by now, most overdue first. */
export async function dueParcels(
  db: Queryable,
  carriers: readonly Carrier[],
  now: Date,
  limit: number,
): Promise<DueParcel[]> {
  return db
    .select({
      id: parcels.id,
      carrier: parcels.carrier,
      trackingNumber: parcels.trackingNumber,
      shipmentId: parcels.shipmentId,
      expectedOn: shipments.expectedOn,
      state: shipments.state,
    })
    .from(parcels)
    .innerJoin(shipments, eq(shipments.id, parcels.shipmentId))
    .where(
      and(
        isNull(parcels.supersededAt),
        sql`${parcels.carrier} = any(${sql.param([...carriers])}::text[])`,
        sql`${shipments.recheckAt} <= ${now.toISOString()}::timestamptz`,
        isWatched,
      ),
    )
    .orderBy(asc(shipments.recheckAt), asc(parcels.id))
    .limit(limit)
}

/** Sets when a shipment's carrier is polled next; never more once its delivery is long ago. */
export async function setRecheck(db: Queryable, shipmentId: string, at: Date): Promise<void> {
  const next = sql`${at.toISOString()}::timestamptz`
  await db
    .update(shipments)
    .set({
      recheckAt: sql`case when ${shipments.state} <> 'delivered' or ${shipments.deliveredAt}
        + make_interval(days => ${watchedDaysAfterDelivery}) > ${next} then ${next} end`,
    })
    .where(and(eq(shipments.id, shipmentId), isWatched))
}

export async function noteAsked(
  db: Queryable,
  parcelId: string,
  { at, heard }: { at: Date; heard: boolean },
): Promise<void> {
  await db
    .update(parcels)
    .set({ askedAt: at, ...(heard && { heardAt: at }) })
    .where(eq(parcels.id, parcelId))
}

export type CarrierContact = typeof carrierContacts.$inferSelect

export async function contactOf(db: Queryable, carrier: Carrier): Promise<CarrierContact | null> {
  const [row] = await db.select().from(carrierContacts).where(eq(carrierContacts.carrier, carrier))
  return row ?? null
}

/** Saves changes of a carrier's contact, which is inserted if needed. */
export async function saveContact(
  db: Queryable,
  carrier: Carrier,
  changes: Partial<Omit<CarrierContact, 'carrier'>>,
): Promise<void> {
  await db
    .insert(carrierContacts)
    .values({ carrier, ...changes })
    .onConflictDoUpdate({ target: carrierContacts.carrier, set: changes })
}
