import { eq, sql } from 'drizzle-orm'

import { isOwnOrderOf } from '#orders/order/orders.store.server.ts'
import { orders } from '#orders/order/tables.ts'
import type { Queryable, Transaction } from '#platform/database/connection.server.ts'

import { trackingFiles } from '../handover/tables.ts'
import type { Shipment } from '../shipments/shipments.store.server.ts'
import { parcels, shipments } from '../tables.ts'
import type { Carrier } from './carriers.rules.ts'
import type { RowTarget, TrackingRow } from './tracking-file.rules.ts'

type TrackingFile = typeof trackingFiles.$inferSelect

/** An imported file by its hash, or null. */
export async function trackingFile(db: Queryable, sha256: string): Promise<TrackingFile | null> {
  const [row] = await db.select().from(trackingFiles).where(eq(trackingFiles.sha256, sha256))
  return row ?? null
}

/** Records a file as imported. False when another request has. */
export async function insertTrackingFile(tx: Transaction, file: TrackingFile): Promise<boolean> {
  const result = await tx.insert(trackingFiles).values(file).onConflictDoNothing()
  return result.rowCount === 1
}

type Found = Pick<Shipment, 'id' | 'number' | 'state' | 'method'> & {
  orderNumber: number
  orderedAt: Date
  /** Whether the order is of who looks, who may not act on it as staff. */
  isOwn: boolean
}

type KnownTargets = {
  shipmentsOf(target: RowTarget): Found[]
  /** The shipment that has this tracking number, or null. */
  ownerOf(carrier: Carrier, trackingNumber: string): string | null
}

/** Looks up the shipments and tracking numbers of all rows of a file, in two statements. */
export async function shipmentsByTarget(
  db: Queryable,
  viewer: { id: string },
  rows: readonly TrackingRow[],
): Promise<KnownTargets> {
  const targets = rows.flatMap(({ target }) => target ?? [])
  const byNumber = targets.flatMap((target) => ('shipment' in target ? [target.shipment] : []))
  const byOrder = targets.flatMap((target) => ('order' in target ? [target.order] : []))
  const found = await db
    .select({
      id: shipments.id,
      number: shipments.number,
      state: shipments.state,
      method: shipments.method,
      orderNumber: orders.number,
      orderedAt: orders.createdAt,
      isOwn: isOwnOrderOf(viewer.id),
    })
    .from(shipments)
    .innerJoin(orders, eq(orders.id, shipments.orderId))
    .where(
      sql`${shipments.number} = any(${sql.param(byNumber)}::int[])
        or ${orders.number} = any(${sql.param(byOrder)}::int[])`,
    )
  const numbers = rows.flatMap(({ tracking }) => tracking.map((one) => one.trackingNumber))
  const taken = await db
    .select({
      carrier: parcels.carrier,
      trackingNumber: parcels.trackingNumber,
      shipmentId: parcels.shipmentId,
    })
    .from(parcels)
    .where(sql`${parcels.trackingNumber} = any(${sql.param(numbers)}::text[])`)
  const owners = new Map(
    taken.map(({ carrier, trackingNumber, shipmentId }) => [
      `${carrier} ${trackingNumber}`,
      shipmentId,
    ]),
  )
  const shipmentOf = new Map(found.map((row) => [row.number, row]))
  const ofOrder = Map.groupBy(found, ({ orderNumber }) => orderNumber)
  return {
    shipmentsOf(target) {
      if ('order' in target) return ofOrder.get(target.order) ?? []
      const shipment = shipmentOf.get(target.shipment)
      return shipment ? [shipment] : []
    },
    ownerOf: (carrier, trackingNumber) => owners.get(`${carrier} ${trackingNumber}`) ?? null,
  }
}
