import { and, asc, eq, sql } from 'drizzle-orm'

import type { DisputeState } from '#payments/after-sale.rules.ts'
import type { Queryable } from '#platform/database/connection.server.ts'

import { disputes, orderFlags, orders } from '../order/tables.ts'

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
      // An update closes the task of an inquiry, which would be nobody's again.
      setWhere: sql`(${disputes.amountCents}, ${disputes.state}, ${disputes.reason}, ${disputes.respondBy})
        is distinct from (excluded.amount_cents, excluded.state, excluded.reason, excluded.respond_by)`,
    })
  // The table opens the task of a chargeback by itself, and knows of no inquiry.
  if (dispute.state !== 'inquiry') return
  await tx.execute(sql`select open_task('dispute', d.id, o.number, d.reason, d.opened_at, d.respond_by)
    from ${disputes} as d join ${orders} as o on o.id = d.order_id where d.id = ${dispute.id}`)
}
