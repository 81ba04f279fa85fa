import { and, eq, sql } from 'drizzle-orm'

import type { Queryable, Transaction } from '#data/connection.server.ts'
import { shipmentClaims } from '#data/schema/returns.ts'
import { shipments } from '#data/schema/shipping.ts'
import { orders } from '#data/schema/orders.ts'

import type { Shipment } from './shipments.ts'

export type Claim = typeof shipmentClaims.$inferSelect

/** A lost or damaged shipment, with the claim for it where there is one. */
export type ClaimedShipment = Pick<Shipment, 'id' | 'number' | 'state' | 'carrier'> & {
  orderNumber: number
  claim: Pick<Claim, 'claimNumber' | 'amountCents' | 'openedAt' | 'paidOn' | 'version'> | null
}

/** Lost and damaged shipments whose claim is not paid, the oldest claim first; then the paid ones. */
export async function claimedShipments(db: Queryable, limit = 500): Promise<ClaimedShipment[]> {
  const rows = await db
    .select({
      id: shipments.id,
      number: shipments.number,
      state: shipments.state,
      carrier: shipments.carrier,
      // Read for the rows that are shown alone.
      orderNumber: sql<number>`(select number from ${orders} as o where o.id = ${shipments.orderId})`,
      claim: shipmentClaims,
    })
    .from(shipments)
    .leftJoin(shipmentClaims, eq(shipmentClaims.shipmentId, shipments.id))
    .where(sql`${shipments.state} in ('lost', 'damaged')`)
    .orderBy(
      sql`${shipmentClaims.closedAt} is not null`,
      sql`${shipmentClaims.openedAt} nulls first`,
      shipments.number,
    )
    .limit(limit)
  return rows
}

/** Records a claim, or saves it if it still has the version that staff saw. */
export async function writeClaim(
  tx: Transaction,
  claim: Pick<Claim, 'shipmentId' | 'claimNumber' | 'amountCents' | 'paidOn'>,
  { at, version }: { at: Date; version: number | null },
): Promise<boolean> {
  const closedAt = claim.paidOn === null ? null : at
  if (version === null) {
    const added = await tx
      .insert(shipmentClaims)
      .values({ ...claim, closedAt, openedAt: at })
      .onConflictDoNothing()
    return added.rowCount === 1
  }
  const saved = await tx
    .update(shipmentClaims)
    .set({ ...claim, closedAt, version: sql`version + 1` })
    .where(
      and(eq(shipmentClaims.shipmentId, claim.shipmentId), eq(shipmentClaims.version, version)),
    )
  return saved.rowCount === 1
}

export async function claimOf(db: Queryable, shipmentId: string): Promise<Claim | null> {
  const [row] = await db
    .select()
    .from(shipmentClaims)
    .where(eq(shipmentClaims.shipmentId, shipmentId))
  return row ?? null
}
