import { boolean, pgTable, text } from 'drizzle-orm/pg-core'

import { switches } from '../switches/switches.rules.ts'
import { moment } from './columns.ts'

/** Switches of staff; one without a row is off. */
export const shopSwitches = pgTable('shop_switches', {
  name: text('name', { enum: switches }).primaryKey(),
  isOn: boolean('is_on').notNull(),
  changedAt: moment('changed_at').notNull().defaultNow(),
})
