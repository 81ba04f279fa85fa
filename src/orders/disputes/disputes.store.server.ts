import { and, asc, eq, sql } from 'drizzle-orm'

import type { DisputeState } from '#payments/after-sale.rules.ts'
import type { Queryable } from '#platform/database/connection.server.ts'

import { disputes, orderFlags } from '../order/tables.ts'

export type Dispute = typeof disputes.$inferSelect

/** SQL condition: a dispute is about a payment for shipping alone, not about the order's own. */
const isAboutShipping = sql`exists (select 1 from ${orderFlags}
  where ${orderFlags.orderId} = ${disputes.orderId} and ${orderFlags.source} = ${disputes.id}
    and ${orderFlags.reason} = 'shipping-disputed')`

/** SQL condition: a dispute is about the order's own payment. */
export const isAboutOrder = sql`not ${isAboutShipping}`

/** All disputes over an order's payments, oldest first. */
export async function disputesOf(db: Queryable, orderId: string): Promise<Dispute[]> {
  return db
    .select()
    .from(disputes)
    .where(eq(disputes.orderId, orderId))
    .orderBy(asc(disputes.openedAt))
}

/** The states of the disputes over the order's own payment. */
export async function ownDisputeStatesOf(db: Queryable, orderId: string): Promise<DisputeState[]> {
  const rows = await db
    .select({ state: disputes.state })
    .from(disputes)
    .where(and(eq(disputes.orderId, orderId), isAboutOrder))
  return rows.map(({ state }) => state)
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
