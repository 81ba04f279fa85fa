import { sql } from 'drizzle-orm'
import { date, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'

import { moment } from '#platform/database/columns.ts'

import { shipments } from '../tables.ts'

/** Claims for lost or damaged shipments. */
export const shipmentClaims = pgTable(
  'shipment_claims',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    shipmentId: uuid('shipment_id')
      .notNull()
      .unique()
      .references(() => shipments.id, { onDelete: 'cascade' }),
    claimNumber: text('claim_number').notNull().default(''),
    amountCents: integer('amount_cents'),
    openedAt: moment('opened_at').notNull(),
    paidOn: date('paid_on', { mode: 'string' }),
    /** The calendar day on which the carrier refused it, and why; never with a day of payment. */
    refusedOn: date('refused_on', { mode: 'string' }),
    refusal: text('refusal').notNull().default(''),
    closedAt: moment('closed_at'),
    version: integer('version').notNull().default(1),
  },
  (table) => [
    index('shipment_claims_open')
      .on(table.openedAt)
      .where(sql`closed_at is null`),
  ],
)
