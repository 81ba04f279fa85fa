import { bigint, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'

import { moment } from './columns.ts'

/** What is counted; `…-came` by the quarter of an hour in which its rows were made. */
export const totalNames = [
  'orders',
  'release',
  'customers',
  'customers-came',
  'subscribers',
  'subscribers-came',
] as const

/**
 * Counts of large tables as sums of changes. Triggers append a row to it in the transaction of each
 * change, so no transaction waits for another; a job folds the rows of one sum into one.
 */
export const runningTotals = pgTable(
  'running_totals',
  {
    name: text('name', { enum: totalNames }).notNull(),
    /** Of `release`, whose rows count orders, cases and wine alone in cents. */
    releaseId: uuid('release_id'),
    /** Of `…-came`: the beginning of the quarter of an hour, which begins a day in every time zone. */
    came: moment('came'),
    count: bigint('count', { mode: 'number' }).notNull(),
    cases: bigint('cases', { mode: 'number' }).notNull().default(0),
    cents: bigint('cents', { mode: 'number' }).notNull().default(0),
  },
  (table) => [index('running_totals_name').on(table.name, table.releaseId, table.came)],
)
