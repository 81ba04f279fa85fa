import { and, eq, getTableColumns, sql } from 'drizzle-orm'

import type { Queryable, Transaction } from '#platform/database/connection.server.ts'

import { shipments } from '../tables.ts'
import type { ClaimFields } from './claim-form.rules.ts'
import { shipmentClaims } from './tables.ts'

export type Claim = typeof shipmentClaims.$inferSelect

/** Inserts a claim (`version` null), or updates it if its version is unchanged (optimistic locking). */
export async function writeClaim(
  tx: Transaction,
  claim: ClaimFields & Pick<Claim, 'shipmentId'>,
  { at, version }: { at: Date; version: number | null },
): Promise<boolean> {
  const closedAt = claim.paidOn === null && claim.refusedOn === null ? null : at
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

/** The claim for the shipment with this number. */
export async function claimOfNumber(db: Queryable, number: number): Promise<Claim | null> {
  const [row] = await db
    .select(getTableColumns(shipmentClaims))
    .from(shipmentClaims)
    .innerJoin(shipments, eq(shipments.id, shipmentClaims.shipmentId))
    .where(eq(shipments.number, number))
  return row ?? null
}
