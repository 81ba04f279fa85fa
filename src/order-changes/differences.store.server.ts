import { and, asc, desc, eq, gte, isNotNull, sql } from 'drizzle-orm'

import { checkouts } from '#catalogue/tables.ts'
import type { Checkout } from '#checkout/checkouts.store.server.ts'
import { openOfferOf } from '#checkout/checkouts.store.server.ts'
import type { NewShippingCheckout } from '#checkout/shipping-payments.store.server.ts'
import { insertShippingCheckout } from '#checkout/shipping-payments.store.server.ts'
import { orders } from '#orders/order/tables.ts'
import type { Queryable, Transaction } from '#platform/database/connection.server.ts'

import { orderDifferences } from './tables.ts'

export type Difference = typeof orderDifferences.$inferSelect

/** The buyer key, by which an order has at most one open payment page for a difference. */
const buyerKeyOf = (orderId: string) => `order:${orderId}`

/** The open checkout of a difference of an order, or null. */
export const openDifferenceOf = (db: Queryable, orderId: string): Promise<Checkout | null> =>
  openOfferOf(db, buyerKeyOf(orderId), 'difference')

type NewDifference = NewShippingCheckout & Pick<Difference, 'by'>

/** Inserts a checkout without wine. Requires the order to be locked. */
export async function insertDifference(
  tx: Transaction,
  { by, ...row }: NewDifference,
): Promise<Checkout> {
  const whose = { channel: 'difference', buyerKey: buyerKeyOf(row.order.id) } as const
  const checkout = await insertShippingCheckout(tx, whose, row)
  await tx.insert(orderDifferences).values({ checkoutId: checkout.id, orderId: row.order.id, by })
  return checkout
}

/** How many payment pages for differences of an order were opened since then. */
export async function countDifferences(
  db: Queryable,
  orderId: string,
  since: Date,
): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(orderDifferences)
    .innerJoin(checkouts, eq(checkouts.id, orderDifferences.checkoutId))
    .where(and(eq(orderDifferences.orderId, orderId), gte(checkouts.startedAt, since)))
  return row!.count
}

export async function differenceOf(db: Queryable, checkoutId: string): Promise<Difference | null> {
  const [row] = await db
    .select()
    .from(orderDifferences)
    .where(eq(orderDifferences.checkoutId, checkoutId))
  return row ?? null
}

/** The difference that a payment at the provider is for, or null. */
export async function differenceByPayment(
  db: Queryable,
  paymentIntentId: string,
): Promise<Difference | null> {
  const [row] = await db
    .select({ difference: orderDifferences })
    .from(orderDifferences)
    .innerJoin(checkouts, eq(checkouts.id, orderDifferences.checkoutId))
    .where(eq(checkouts.paymentIntentId, paymentIntentId))
  return row?.difference ?? null
}

/** The paid differences of an order, newest first, with the method that each was paid for. */
export async function paidDifferencesOf(db: Queryable, orderId: string) {
  const rows = await db
    .select({ difference: orderDifferences, method: checkouts.shippingMethod })
    .from(orderDifferences)
    .innerJoin(checkouts, eq(checkouts.id, orderDifferences.checkoutId))
    .where(and(eq(orderDifferences.orderId, orderId), isNotNull(orderDifferences.paidAt)))
    .orderBy(desc(orderDifferences.paidAt))
  return rows.map(({ difference, method }) => ({ ...difference, method: method! }))
}

export async function bookDifferencePaid(
  tx: Transaction,
  checkoutId: string,
  paid: { paidAt: Date; paidCents: number; paymentIntentId: string | null },
): Promise<void> {
  const { paidAt, paidCents, paymentIntentId } = paid
  await tx.update(checkouts).set({ paymentIntentId }).where(eq(checkouts.id, checkoutId))
  await tx
    .update(orderDifferences)
    .set({ paidAt, paidCents })
    .where(eq(orderDifferences.checkoutId, checkoutId))
}

/** Saves what is to be refunded of a difference in all, or what was. */
export async function updateDifference(
  tx: Transaction,
  checkoutId: string,
  refund: Partial<Pick<Difference, 'refundCents' | 'refundedCents'>>,
): Promise<void> {
  await tx.update(orderDifferences).set(refund).where(eq(orderDifferences.checkoutId, checkoutId))
}

/** What a user paid more for the shipping of their orders, for the export of their data. */
export const differencesOfUser = (db: Queryable, userId: string) =>
  db
    .select({
      order: orders.number,
      method: checkouts.shippingMethod,
      paidAt: orderDifferences.paidAt,
      paidCents: orderDifferences.paidCents,
      refundedCents: orderDifferences.refundedCents,
    })
    .from(orderDifferences)
    .innerJoin(checkouts, eq(checkouts.id, orderDifferences.checkoutId))
    .innerJoin(orders, eq(orders.id, orderDifferences.orderId))
    .where(and(eq(orders.userId, userId), isNotNull(orderDifferences.paidAt)))
    .orderBy(asc(orderDifferences.paidAt))
