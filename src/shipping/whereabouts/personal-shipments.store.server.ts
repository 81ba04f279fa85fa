import { asc, eq, getTableColumns, inArray } from 'drizzle-orm'

import { orders } from '#orders/order/tables.ts'
import type { Queryable } from '#platform/database/connection.server.ts'

import { pickupPlaces, pickups } from '../pickup/tables.ts'
import { reshipments } from '../returns/tables.ts'
import { parcels, shipmentEvents, shipments } from '../tables.ts'

/** The shipments of a user's orders with their parcels, events and appointments, for the export. */
export async function personalShipments(db: Queryable, userId: string) {
  const rows = await db
    .select({ shipment: shipments, orderNumber: orders.number })
    .from(shipments)
    .innerJoin(orders, eq(orders.id, shipments.orderId))
    .where(eq(orders.userId, userId))
    .orderBy(asc(shipments.number))
  const ids = rows.map(({ shipment }) => shipment.id)
  if (ids.length === 0) return []
  const [boxes, events, appointments, again] = [
    await db.select().from(parcels).where(inArray(parcels.shipmentId, ids)),
    await db
      .select()
      .from(shipmentEvents)
      .where(inArray(shipmentEvents.shipmentId, ids))
      .orderBy(asc(shipmentEvents.at), asc(shipmentEvents.id)),
    await db
      .select({ ...getTableColumns(pickups), place: pickupPlaces.name })
      .from(pickups)
      .innerJoin(pickupPlaces, eq(pickupPlaces.id, pickups.placeId))
      .where(inArray(pickups.shipmentId, ids)),
    await db.select().from(reshipments).where(inArray(reshipments.shipmentId, ids)),
  ]
  return rows.map(({ shipment, orderNumber }) => {
    const ofThis = ({ shipmentId }: { shipmentId: string }) => shipmentId === shipment.id
    return {
      orderNumber,
      number: shipment.number,
      state: shipment.state,
      shipTo: shipment.shipTo,
      signedBy: shipment.signedBy,
      parcels: boxes
        .filter(ofThis)
        .map(({ carrier, trackingNumber }) => ({ carrier, trackingNumber })),
      events: events.filter(ofThis).map(({ at, isDay, kind, place, signer, text }) => ({
        at,
        ...(isDay && { isDay }),
        kind,
        place,
        signer,
        text,
      })),
      sentAgain: again
        .filter((one) => ofThis(one) && one.paidAt !== null)
        .map(({ paidAt, paidCents, refundedCents, shipTo }) => ({
          paidAt,
          paidCents,
          refundedCents,
          shipTo,
        })),
      pickups: appointments.filter(ofThis).map(({ place, from, until, state, document }) => ({
        place,
        from,
        until,
        state,
        documentShown: document,
      })),
    }
  })
}
