import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'

import { moment, ownerId } from '#platform/database/columns.ts'
import { orders } from '#orders/order/tables.ts'

import type { ChangedValue } from './order-changes.rules.ts'
import { orderChangeKinds } from './order-changes.rules.ts'

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
    by: text('by', { enum: ['customer', 'guest-link'] }).notNull(),
    at: moment('at').notNull(),
  },
  (table) => [index('order_changes_order').on(table.orderId, table.at)],
)
