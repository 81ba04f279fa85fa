import { boolean, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

import { switches } from '#domain/admin/switches.ts'

/** What staff have turned on; one that has no row is off. */
export const shopSwitches = pgTable('shop_switches', {
  name: text('name', { enum: switches }).primaryKey(),
  isOn: boolean('is_on').notNull(),
  changedAt: timestamp('changed_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
})
