import { and, eq, sql } from 'drizzle-orm'

import type { Queryable, Transaction } from '#data/connection.server.ts'
import { shipmentClaims } from '#data/schema/returns.ts'

export type Claim = typeof shipmentClaims.$inferSelect

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
