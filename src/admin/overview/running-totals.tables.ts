import { bigint, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'

import { moment } from '#platform/database/columns.ts'

/** The totals; `…-came` are by the quarter of an hour of creation. */
export const totalNames = [
  'orders',
  'release',
  'customers',
  'customers-came',
  'subscribers',
  'subscribers-came',
] as const

/**
 * Counts of large tables as sums of changes. Triggers append a row in the transaction of each change, so that
 * transactions do not wait for each other; a job merges the rows of each total.
 */
export const runningTotals = pgTable(
  'running_totals',
  {
    name: text('name', { enum: totalNames }).notNull(),
    /** Of `release`, which counts orders, cases, and the price of the wine in cents. */
    releaseId: uuid('release_id'),
    /** Of `…-came`: the beginning of the quarter of an hour; days of all time zones begin with one. */
    came: moment('came'),
    count: bigint('count', { mode: 'number' }).notNull(),
    cases: bigint('cases', { mode: 'number' }).notNull().default(0),
    cents: bigint('cents', { mode: 'number' }).notNull().default(0),
  },
  (table) => [index('running_totals_name').on(table.name, table.releaseId, table.came)],
)
