import { sql } from 'drizzle-orm'
import {
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'

import { bytes, moment, ownerId } from '#platform/database/columns.ts'

import { dateFormats } from '../profiles/shipper-profile.rules.ts'
import type { ProfileColumn } from '../profiles/shipper-profile.rules.ts'
import { shipments } from '../tables.ts'

/** The format of each shipper's file. */
export const shipperProfiles = pgTable('shipper_profiles', {
  id: uuid('id').primaryKey().defaultRandom(),
  name: text('name').notNull().unique(),
  columns: jsonb('columns').$type<readonly ProfileColumn[]>().notNull(),
  dateFormat: text('date_format', { enum: dateFormats }).notNull(),
  rowPer: text('row_per', { enum: ['parcel', 'case'] }).notNull(),
  orderBy: text('order_by', { enum: ['number', 'zip', 'name'] }).notNull(),
  version: integer('version').notNull().default(1),
})

/** Files for shippers, with their exact bytes. */
export const handovers = pgTable(
  'handovers',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    number: integer('number').notNull().generatedAlwaysAsIdentity({ startWith: 1 }).unique(),
    profileId: uuid('profile_id').references(() => shipperProfiles.id, { onDelete: 'set null' }),
    profileName: text('profile_name').notNull(),
    madeAt: moment('made_at').notNull(),
    madeBy: text('made_by').notNull(),
    /** Idempotency key of the form. */
    requestKey: text('request_key').notNull().unique(),
    shipmentCount: integer('shipment_count').notNull(),
    caseCount: integer('case_count').notNull(),
    sha256: text('sha256').notNull(),
    /** Null once it is deleted after its retention period. */
    file: bytes('file'),
  },
  (table) => [index('handovers_made').on(table.madeAt)],
)

/** A shipment is in at most one handover that was not undone. */
export const handoverShipments = pgTable(
  'handover_shipments',
  {
    handoverId: ownerId('handover_id', () => handovers.id),
    shipmentId: ownerId('shipment_id', () => shipments.id),
    undoneAt: moment('undone_at'),
  },
  (table) => [
    primaryKey({ columns: [table.handoverId, table.shipmentId] }),
    uniqueIndex('handover_shipments_once')
      .on(table.shipmentId)
      .where(sql`undone_at is null`),
  ],
)

/** Imported files with tracking numbers; importing a file again changes nothing. */
export const trackingFiles = pgTable('tracking_files', {
  sha256: text('sha256').primaryKey(),
  name: text('name').notNull(),
  takenAt: moment('taken_at').notNull(),
  takenBy: text('taken_by').notNull(),
  rows: integer('rows').notNull(),
  taken: integer('taken').notNull(),
})
