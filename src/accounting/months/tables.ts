import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core'

import { movementKinds } from '#payments/movements.rules.ts'
import { bytes, moment } from '#platform/database/columns.ts'

import type { MonthFigures } from './month-figures.rules.ts'
import { monthFileKinds } from './month-summary.rules.ts'

/** Movements of the balance at the provider, as in its ledger. Append-only. */
export const providerMovements = pgTable(
  'provider_movements',
  {
    /** The provider's id. */
    id: text('id').primaryKey(),
    kind: text('kind', { enum: movementKinds }).notNull(),
    category: text('category').notNull(),
    amountCents: integer('amount_cents').notNull(),
    feeCents: integer('fee_cents').notNull(),
    sourceId: text('source_id'),
    paymentId: text('payment_id'),
    description: text('description').notNull().default(''),
    createdAt: moment('created_at').notNull(),
    /** The month of its date in the shop's time zone, as `2026-10`. */
    dated: text('dated').notNull(),
    /** The month in which it is booked: `dated`, or the first open month when it was read. */
    month: text('month').notNull(),
    readAt: moment('read_at').notNull().defaultNow(),
  },
  (table) => [
    index('provider_movements_month').on(table.month, table.createdAt, table.id),
    index('provider_movements_payment').on(table.paymentId),
    index('provider_movements_source').on(table.sourceId),
    check('provider_movements_month', sql`${table.month} >= ${table.dated}`),
  ],
)

/** Each time the provider's movements were read. */
export const movementReads = pgTable('movement_reads', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  startedAt: moment('started_at').notNull(),
  finishedAt: moment('finished_at'),
  readFrom: moment('read_from').notNull(),
  readTo: moment('read_to').notNull(),
  hasFailed: boolean('has_failed').notNull().default(false),
})

/** Closed months. Reopening deletes the row; the audit log has its figures and hashes. */
export const accountingMonths = pgTable(
  'accounting_months',
  {
    /** `2026-10` */
    month: text('month').primaryKey(),
    closedAt: moment('closed_at').notNull(),
    /** The staff member's email. */
    closedBy: text('closed_by').notNull(),
    figures: jsonb('figures').$type<MonthFigures>().notNull(),
    /** Of each file, by its kind. */
    hashes: jsonb('hashes').$type<Record<string, string>>().notNull(),
  },
  (table) => [check('accounting_months_month', sql`${table.month} ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'`)],
)

/** The files of a closed month, as they were made when it was closed. */
export const accountingFiles = pgTable(
  'accounting_files',
  {
    month: text('month')
      .notNull()
      .references(() => accountingMonths.month, { onDelete: 'cascade' }),
    kind: text('kind', { enum: monthFileKinds }).notNull(),
    content: bytes('content').notNull(),
  },
  (table) => [primaryKey({ columns: [table.month, table.kind] })],
)
