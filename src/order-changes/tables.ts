import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'

import { checkouts } from '#catalogue/tables.ts'
import { orders } from '#orders/order/tables.ts'
import { moment, ownerId } from '#platform/database/columns.ts'

import type { ChangedValue } from './order-changes.rules.ts'
import { orderChangeKinds } from './order-changes.rules.ts'

const changedBy = ['customer', 'guest-link', 'staff'] as const

/** Changes of paid orders by their buyers, before the handover. Never changed. */
export const orderChanges = pgTable(
  'order_changes',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    orderId: ownerId('order_id', () => orders.id),
    /** Idempotency key: the same form twice is one change. */
    requestKey: text('request_key').notNull().unique(),
    kind: text('kind', { enum: orderChangeKinds }).notNull(),
    before: jsonb('before').$type<ChangedValue>().notNull(),
    after: jsonb('after').$type<ChangedValue>().notNull(),
    by: text('by', { enum: changedBy }).notNull(),
    at: moment('at').notNull(),
  },
  (table) => [index('order_changes_order').on(table.orderId, table.at)],
)

/** Checkouts without wine, which pay for what a dearer shipping method of an order costs more. */
export const orderDifferences = pgTable(
  'order_differences',
  {
    checkoutId: uuid('checkout_id')
      .primaryKey()
      .references(() => checkouts.id),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    by: text('by', { enum: changedBy }).notNull(),
    paidAt: moment('paid_at'),
    paidCents: integer('paid_cents'),
    /** What of it is to be refunded in all, saved before it is requested, and what was. */
    refundCents: integer('refund_cents').notNull().default(0),
    refundedCents: integer('refunded_cents').notNull().default(0),
  },
  (table) => [
    index('order_differences_order').on(table.orderId),
    check('order_differences_refund', sql`${table.refundCents} <= coalesce(${table.paidCents}, 0)`),
  ],
)

declare module '#catalogue/tables.ts' {
  interface ChannelsWithoutOrder {
    difference: true
  }
}
