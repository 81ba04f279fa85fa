import { and, asc, eq, lt, sql } from 'drizzle-orm'

import type { Queryable, Transaction } from '#data/connection.server.ts'
import { lockWines, unitsTable } from '#data/catalogue/products.ts'
import { orderLines, products, refunds } from '#data/schema/trade.ts'

export type Refund = typeof refunds.$inferSelect
export type NewRefund = typeof refunds.$inferInsert

/** All refunds of an order, oldest first. */
export async function refundsOf(db: Queryable, orderId: string): Promise<Refund[]> {
  return db
    .select()
    .from(refunds)
    .where(eq(refunds.orderId, orderId))
    .orderBy(asc(refunds.requestedAt), asc(refunds.id))
}

export async function refundById(db: Queryable, id: string): Promise<Refund | null> {
  const [row] = await db.select().from(refunds).where(eq(refunds.id, id))
  return row ?? null
}

/** Inserts a refund; null when its request key exists. */
export async function insertRefund(tx: Queryable, refund: NewRefund): Promise<Refund | null> {
  const [row] = await tx.insert(refunds).values(refund).onConflictDoNothing().returning()
  return row ?? null
}

export async function refundByRequest(db: Queryable, requestKey: string): Promise<Refund | null> {
  const [row] = await db.select().from(refunds).where(eq(refunds.requestKey, requestKey))
  return row ?? null
}

/** Saves the provider's result of a refund. */
export async function settleRefund(
  tx: Queryable,
  id: string,
  settled: Pick<Refund, 'state' | 'providerId' | 'settledAt' | 'failure'>,
): Promise<void> {
  await tx.update(refunds).set(settled).where(eq(refunds.id, id))
}

/** Lowers the amount of a requested refund; deletes it when nothing is left. */
export async function reduceRefund(tx: Queryable, id: string, amountCents: number): Promise<void> {
  if (amountCents === 0) await tx.delete(refunds).where(eq(refunds.id, id))
  else await tx.update(refunds).set({ amountCents }).where(eq(refunds.id, id))
}

/** Refunds that were requested before that moment and still wait, oldest first. */
export async function requestedRefunds(
  db: Queryable,
  before: Date,
  limit: number,
): Promise<Refund[]> {
  return db
    .select()
    .from(refunds)
    .where(and(eq(refunds.state, 'requested'), lt(refunds.requestedAt, before)))
    .orderBy(asc(refunds.requestedAt))
    .limit(limit)
}

/** Returns units of an order to stock, at most those not returned yet, and lowers `sold` by them. */
export async function returnSold(
  tx: Transaction,
  orderId: string,
  units: readonly { productId: string; quantity: number }[],
): Promise<void> {
  const wanted = units.filter(({ quantity }) => quantity > 0)
  if (wanted.length === 0) return
  await lockWines(tx, wanted)
  await tx.execute(sql`
    with back as (
      update ${orderLines} as line
      set returned = line.returned + least(units.quantity, line.quantity - line.returned)
      from ${unitsTable(wanted)}, ${orderLines} as before
      where line.order_id = ${orderId} and line.product_id = units.product_id
        and before.order_id = line.order_id and before.product_id = line.product_id
      returning line.product_id, line.returned - before.returned as count
    )
    update ${products} set sold = sold - back.count from back where id = back.product_id`)
}
