import { sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'

import { bytes, moment } from '#platform/database/columns.ts'

/** Most bytes of an uploaded file, and of one made from it. */
const maxFileBytes = 4 * 1024 * 1024

/**
 * Uploaded files, decoded and encoded again. A row never changes, so that its URL can be cached for ever.
 */
export const files = pgTable(
  'files',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    kind: text('kind', { enum: ['picture', 'sheet'] }).notNull(),
    contentType: text('content_type').notNull(),
    bytes: bytes('bytes').notNull(),
    /** Of `bytes`, in hexadecimal. */
    sha256: text('sha256').notNull(),
    /** In pixels; null for a sheet. */
    width: integer('width'),
    height: integer('height'),
    /** The picture from which this size or format was made. */
    madeFrom: uuid('made_from').references((): AnyPgColumn => files.id, { onDelete: 'cascade' }),
    uploadedBy: text('uploaded_by').notNull(),
    uploadedAt: moment('uploaded_at').notNull().defaultNow(),
  },
  (table) => [
    check(
      'files_size',
      sql`octet_length(${table.bytes}) between 1 and ${sql.raw(String(maxFileBytes))}`,
    ),
    check('files_sha256_hex', sql`${table.sha256} ~ '^[0-9a-f]{64}$'`),
    index('files_sha256').on(table.sha256),
    uniqueIndex('files_sizes_once')
      .on(table.madeFrom, table.contentType, table.width)
      .where(sql`made_from is not null`),
  ],
)
