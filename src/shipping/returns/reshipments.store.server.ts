import { and, asc, eq, gte, isNotNull, sql } from 'drizzle-orm'

import { checkouts } from '#catalogue/tables.ts'
import type { Checkout } from '#checkout/checkouts.store.server.ts'
import { openOfferOf } from '#checkout/checkouts.store.server.ts'
import type { NewShippingCheckout } from '#checkout/shipping-payments.store.server.ts'
import { insertShippingCheckout } from '#checkout/shipping-payments.store.server.ts'
import type { Queryable, Transaction } from '#platform/database/connection.server.ts'

import { reshipments, returnRefunds } from './tables.ts'

export type Reshipment = typeof reshipments.$inferSelect

/** The buyer key, by which a returned shipment has at most one open checkout. */
const buyerKeyOf = (shipmentId: string): string => `shipment:${shipmentId}`

/** The open checkout of a returned shipment, or null. */
export const openReshipmentOf = (db: Queryable, shipmentId: string): Promise<Checkout | null> =>
  openOfferOf(db, buyerKeyOf(shipmentId), 'reshipment')

/** Payment pages that were opened for a returned shipment since then. */
export const countReshipmentPages = (
  db: Queryable,
  shipmentId: string,
  since: Date,
): Promise<number> =>
  db.$count(
    checkouts,
    and(eq(checkouts.buyerKey, buyerKeyOf(shipmentId)), gte(checkouts.startedAt, since)),
  )

/** Inserts a checkout without wine. Requires the returned shipment to be locked. */
export async function insertReshipmentCheckout(
  tx: Transaction,
  { shipmentId, ...row }: NewShippingCheckout & { shipmentId: string },
): Promise<Checkout> {
  const whose = { channel: 'reshipment', buyerKey: buyerKeyOf(shipmentId) } as const
  const checkout = await insertShippingCheckout(tx, whose, row)
  const { order, shipTo } = row
  await tx
    .insert(reshipments)
    .values({ checkoutId: checkout.id, orderId: order.id, shipmentId, shipTo })
  return checkout
}

export async function reshipmentOf(db: Queryable, checkoutId: string): Promise<Reshipment | null> {
  const [row] = await db.select().from(reshipments).where(eq(reshipments.checkoutId, checkoutId))
  return row ?? null
}

/** Records a payment. With `isRefunded` all of it will be refunded. */
export async function bookReshipmentPaid(
  tx: Transaction,
  checkoutId: string,
  paid: { paidAt: Date; paidCents: number; paymentIntentId: string | null; isRefunded: boolean },
): Promise<void> {
  const { paidAt, paidCents, paymentIntentId, isRefunded } = paid
  await tx.update(checkouts).set({ paymentIntentId }).where(eq(checkouts.id, checkoutId))
  await tx
    .update(reshipments)
    .set({ paidAt, paidCents, refundWantedAt: isRefunded ? paidAt : null })
    .where(eq(reshipments.checkoutId, checkoutId))
}

/** Erases the addresses of unpaid reshipments whose checkout is erased. */
export async function eraseUnpaidReshipments(db: Queryable): Promise<void> {
  await db.execute(sql`
    update ${reshipments} set ship_to = '{}'::jsonb from ${checkouts} as c
    where c.id = checkout_id and paid_at is null and c.ship_to is null and ${reshipments.shipTo} <> '{}'::jsonb`)
}

export async function setReshipmentRefunded(
  tx: Transaction,
  checkoutId: string,
  refundedCents: number,
): Promise<void> {
  await tx.update(reshipments).set({ refundedCents }).where(eq(reshipments.checkoutId, checkoutId))
}

/** The reshipment that a payment at the provider is for, or null. */
export async function reshipmentByPayment(
  db: Queryable,
  paymentIntentId: string,
): Promise<Reshipment | null> {
  const [row] = await db
    .select({ reshipment: reshipments })
    .from(reshipments)
    .innerJoin(checkouts, eq(checkouts.id, reshipments.checkoutId))
    .where(eq(checkouts.paymentIntentId, paymentIntentId))
  return row?.reshipment ?? null
}

/** Paid reshipments of an order, oldest first. */
export async function paidReshipmentsOf(
  db: Queryable,
  orderId: string,
): Promise<(Reshipment & { paymentIntentId: string | null })[]> {
  const rows = await db
    .select({ reshipment: reshipments, paymentIntentId: checkouts.paymentIntentId })
    .from(reshipments)
    .innerJoin(checkouts, eq(checkouts.id, reshipments.checkoutId))
    .where(and(eq(reshipments.orderId, orderId), isNotNull(reshipments.paidAt)))
    .orderBy(asc(reshipments.paidAt))
  return rows.map(({ reshipment, paymentIntentId }) => ({ ...reshipment, paymentIntentId }))
}

/** Records the refund that settled a returned shipment, divided into wine, tax and shipping. */
export async function insertReturnRefund(
  tx: Transaction,
  row: typeof returnRefunds.$inferInsert,
): Promise<void> {
  await tx.insert(returnRefunds).values(row)
}
