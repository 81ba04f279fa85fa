import { and, eq, gte, inArray, isNotNull, lt, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'

import type { ShippingMethod } from '#catalogue/destinations/shipping.rules.ts'
import { withTotal } from '#catalogue/prices/amounts.rules.ts'
import type { ShipToRecord } from '#catalogue/tables.ts'
import { checkouts } from '#catalogue/tables.ts'
import { orders } from '#orders/order/tables.ts'
import type { OrderToReconcile } from '#payments/reconciliation.rules.ts'
import type { Queryable, Transaction } from '#platform/database/connection.server.ts'

import type { Checkout } from './checkouts.store.server.ts'

/** A table of what is paid for shipping alone: each row is one checkout without wine. */
type ShippingPayments = PgTable &
  Record<'checkoutId' | 'orderId' | 'paidAt' | 'paidCents' | 'refundedCents', AnyPgColumn>

export type NewShippingCheckout = {
  order: { id: string; userId: string | null; email: string }
  method: ShippingMethod
  shipTo: ShipToRecord
  amountCents: number
  fingerprint: string
  startedAt: Date
  expiresAt: Date
}

/** Inserts a checkout without wine. */
export async function insertShippingCheckout(
  tx: Transaction,
  whose: Pick<Checkout, 'channel' | 'buyerKey'>,
  { order, method, shipTo, amountCents, ...row }: NewShippingCheckout,
): Promise<Checkout> {
  const [checkout] = await tx
    .insert(checkouts)
    .values({
      ...row,
      ...whose,
      userId: order.userId,
      email: order.email,
      shippingMethod: method,
      ...withTotal({ shippingCents: amountCents }),
      shipTo,
    })
    .returning()
  return checkout!
}

/** What these payments at the provider were for, as the reconciliation compares it, by payment. */
export async function shippingByPayments(
  db: Queryable,
  table: ShippingPayments,
  paymentIds: readonly string[],
): Promise<Map<string, OrderToReconcile>> {
  if (paymentIds.length === 0) return new Map()
  const rows = await db
    .select({
      paymentIntentId: checkouts.paymentIntentId,
      number: orders.number,
      totalCents: sql<number>`coalesce(${table.paidCents}, 0)`,
      refundedCents: sql<number>`${table.refundedCents}`,
      isDisputed: sql<boolean>`exists (select 1 from order_flags
        where order_flags.order_id = ${orders.id} and order_flags.reason = 'shipping-disputed')`,
    })
    .from(table)
    .innerJoin(checkouts, eq(checkouts.id, table.checkoutId))
    .innerJoin(orders, eq(orders.id, table.orderId))
    .where(and(inArray(checkouts.paymentIntentId, [...paymentIds]), isNotNull(table.paidAt)))
  return new Map(
    rows.map(({ paymentIntentId, ...row }) => [
      paymentIntentId!,
      { ...row, isForShippingAlone: true },
    ]),
  )
}

/** What was paid in a period, with the numbers of the orders. */
export const shippingPaidIn = (
  db: Queryable,
  table: ShippingPayments,
  span: { from: Date; to: Date },
  limit: number,
) =>
  db
    .select({ number: orders.number, paymentId: checkouts.paymentIntentId })
    .from(table)
    .innerJoin(checkouts, eq(checkouts.id, table.checkoutId))
    .innerJoin(orders, eq(orders.id, table.orderId))
    .where(and(gte(table.paidAt, span.from), lt(table.paidAt, span.to)))
    .orderBy(table.paidAt, orders.number)
    .limit(limit)
