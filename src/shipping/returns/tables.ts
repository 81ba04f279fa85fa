import { index, integer, jsonb, pgTable, uuid } from 'drizzle-orm/pg-core'

import { checkouts } from '#catalogue/tables.ts'
import type { ShipToRecord } from '#catalogue/tables.ts'
import { orders, refunds } from '#orders/order/tables.ts'
import { moment } from '#platform/database/columns.ts'

import { shipments } from '../tables.ts'

/** Checkouts without wine, which pay for shipping a returned shipment again. */
export const reshipments = pgTable(
  'reshipments',
  {
    checkoutId: uuid('checkout_id')
      .primaryKey()
      .references(() => checkouts.id),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    /** The returned shipment. */
    shipmentId: uuid('shipment_id')
      .notNull()
      .references(() => shipments.id),
    shipTo: jsonb('ship_to').$type<ShipToRecord>().notNull(),
    paidAt: moment('paid_at'),
    /** What was paid, and what of it was refunded. */
    paidCents: integer('paid_cents'),
    refundedCents: integer('refunded_cents').notNull().default(0),
    /** Set when it was paid although the shipment could no longer be sent: all of it is refunded. */
    refundWantedAt: moment('refund_wanted_at'),
  },
  (table) => [
    index('reshipments_shipment').on(table.shipmentId),
    index('reshipments_order').on(table.orderId),
  ],
)

/** Refunds that settled a returned shipment, divided into wine, tax and shipping. */
export const returnRefunds = pgTable('return_refunds', {
  refundId: uuid('refund_id')
    .primaryKey()
    .references(() => refunds.id, { onDelete: 'cascade' }),
  shipmentId: uuid('shipment_id')
    .notNull()
    .unique()
    .references(() => shipments.id, { onDelete: 'cascade' }),
  wineCents: integer('wine_cents').notNull(),
  taxCents: integer('tax_cents').notNull(),
  shippingCents: integer('shipping_cents').notNull().default(0),
})
