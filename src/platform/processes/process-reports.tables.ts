import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'

import { moment } from '../database/columns.ts'

/** Figures that each process reports every few seconds; deleted when it shuts down. */
export const processReports = pgTable('process_reports', {
  id: uuid('id').primaryKey(),
  startedAt: moment('started_at').notNull(),
  at: moment('at').notNull(),
  /** Why it should get no requests; null while it takes them. */
  notReady: text('not_ready'),
  /** The route with the longest p95 of the last five minutes, and its milliseconds; null: too few requests. */
  slowestRoute: text('slowest_route'),
  slowestP95: integer('slowest_p95'),
  /** The 99th percentile of the event loop's delay since the report before, in milliseconds. */
  loopDelay: integer('loop_delay').notNull().default(0),
  /** Requests that wait for a connection to the database. */
  connectionsWaitedFor: integer('connections_waited_for').notNull().default(0),
  /** Calls to the payment provider that failed in the last five minutes. */
  providerFailures: integer('provider_failures').notNull(),
  /** Responses of the last five minutes with a status of 500. */
  serverErrors: integer('server_errors').notNull(),
})
