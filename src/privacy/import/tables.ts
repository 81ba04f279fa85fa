import { pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'

import { moment } from '#platform/database/columns.ts'

/**
 * Records imported from the earlier document database, by their id there. A row outlives its record,
 * so that a second import does not bring a deleted person back.
 */
export const importedRecords = pgTable(
  'imported_records',
  {
    collection: text('collection', { enum: ['clientsjoinedlist', 'users'] }).notNull(),
    documentId: text('document_id').notNull(),
    recordId: uuid('record_id').notNull(),
    takenAt: moment('taken_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.collection, table.documentId] })],
)
