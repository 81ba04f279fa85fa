import { boolean, pgTable, text } from 'drizzle-orm/pg-core'

import { moment } from '#platform/database/columns.ts'

/** Causes of alarms whose condition holds, or held until some minutes ago. */
export const alarms = pgTable('alarms', {
  cause: text('cause').primaryKey(),
  since: moment('since').notNull(),
  /** Null until the condition has held for long enough. */
  raisedAt: moment('raised_at'),
  toldAt: moment('told_at'),
  quietSince: moment('quiet_since'),
})

/** When alarms were last evaluated: one row. */
export const alarmLooks = pgTable('alarm_looks', {
  isOnly: boolean('is_only').primaryKey().default(true),
  at: moment('at').notNull(),
})
