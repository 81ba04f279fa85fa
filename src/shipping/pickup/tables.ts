import { sql } from 'drizzle-orm'
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'

import { moment, ownerId } from '#platform/database/columns.ts'

import { shipments } from '../tables.ts'
import { pickupStates } from './pickup.rules.ts'

/** Where orders are picked up, and when. */
export const pickupPlaces = pgTable('pickup_places', {
  id: uuid('id').primaryKey().defaultRandom(),
  name: text('name').notNull().unique(),
  address: text('address').notNull(),
  /** Start times by weekday, `0` is Sunday: `{ "5": ["16:00", "18:30"] }` are two slots on Fridays. */
  startTimes: jsonb('start_times').$type<Partial<Record<string, string[]>>>().notNull(),
  isOpen: boolean('is_open').notNull().default(true),
  version: integer('version').notNull().default(1),
})

/** An appointment to collect a shipment. */
export const pickups = pgTable(
  'pickups',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    shipmentId: ownerId('shipment_id', () => shipments.id),
    placeId: uuid('place_id')
      .notNull()
      .references(() => pickupPlaces.id),
    from: moment('from').notNull(),
    until: moment('until').notNull(),
    state: text('state', { enum: pickupStates }).notNull(),
    checkedBy: text('checked_by'),
    /** What kind of document was shown; never its number. */
    document: text('document'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('pickups_slot')
      .on(table.placeId, table.from)
      .where(sql`state in ('agreed', 'collected')`),
    uniqueIndex('pickups_one_agreed')
      .on(table.shipmentId)
      .where(sql`state = 'agreed'`),
    index('pickups_from').on(table.from),
    index('pickups_shipment').on(table.shipmentId),
  ],
)
