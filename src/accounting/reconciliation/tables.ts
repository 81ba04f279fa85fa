import { sql } from 'drizzle-orm'
import { bigint, boolean, integer, jsonb, pgTable, pgView, text } from 'drizzle-orm/pg-core'

import type { Difference, ReconciliationCounts } from '#payments/reconciliation.rules.ts'
import { moment } from '#platform/database/columns.ts'

/** Each run of the reconciliation with the payment provider, and the differences it found. */
export const reconciliations = pgTable('reconciliations', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  /** The staff member's email; null for the nightly run. */
  requestedBy: text('requested_by'),
  startedAt: moment('started_at').notNull(),
  finishedAt: moment('finished_at'),
  /** The period of payments that was compared. */
  spanFrom: moment('span_from').notNull(),
  spanTo: moment('span_to').notNull(),
  counts: jsonb('counts').$type<ReconciliationCounts>(),
  /** How many were found; `differences` keeps the first of them. */
  differenceCount: integer('difference_count'),
  differences: jsonb('differences').$type<Difference[]>().notNull().default([]),
  isWhole: boolean('is_whole').notNull().default(true),
  hasFailed: boolean('has_failed').notNull().default(false),
})

/** Each stored difference of each reconciliation as a row of its own, in the order of their ids. */
export const reconciliationDifferences = pgView('reconciliation_differences', {
  id: bigint('id', { mode: 'number' }).notNull(),
  reconciliation: bigint('reconciliation', { mode: 'number' }).notNull(),
  foundAt: moment('found_at').notNull(),
  difference: jsonb('difference').$type<Difference>().notNull(),
}).as(sql`
  select run.id * 1000 + 1000 - found.place as id, run.id as reconciliation,
    run.started_at as found_at, found.difference
  from reconciliations as run,
    jsonb_array_elements(run.differences) with ordinality as found (difference, place)`)
