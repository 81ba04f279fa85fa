import { asc, eq, sql } from 'drizzle-orm'

import type { Queryable } from '#platform/database/connection.server.ts'

import { disputes } from '../order/tables.ts'

export type Dispute = typeof disputes.$inferSelect

/** All disputes over an order's payment, oldest first. */
export async function disputesOf(db: Queryable, orderId: string): Promise<Dispute[]> {
  return db
    .select()
    .from(disputes)
    .where(eq(disputes.orderId, orderId))
    .orderBy(asc(disputes.openedAt))
}

/** Inserts or updates a dispute from the provider. */
export async function upsertDispute(tx: Queryable, dispute: Dispute): Promise<void> {
  await tx
    .insert(disputes)
    .values(dispute)
    .onConflictDoUpdate({
      target: disputes.id,
      set: {
        amountCents: sql`excluded.amount_cents`,
        state: sql`excluded.state`,
        reason: sql`excluded.reason`,
        respondBy: sql`excluded.respond_by`,
      },
    })
}
