import { sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'

import { bytes, moment } from '#platform/database/columns.ts'

import type { TypedSheet } from '../sheets/typed-sheet.rules.ts'
import { releaseStates } from './catalogue.rules.ts'

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

export const products = pgTable(
  'products',
  {
    id: text('id').primaryKey(),
    title: text('title').notNull(),
    subtitle: text('subtitle').notNull(),
    /** What one unit holds, for the packing slips and the shippers' files. */
    bottles: smallint('bottles').notNull().default(3),
    bottleMl: integer('bottle_ml').notNull().default(750),
    titleCart: text('title_cart').notNull(),
    vintage: smallint('vintage').notNull(),
    specSheet: text('spec_sheet'),
    image: text('image').notNull(),
    priceCents: integer('price_cents').notNull(),
    description: text('description').notNull(),
    descriptionA: text('description_a').notNull().default(''),
    descriptionB: text('description_b').notNull().default(''),
    categoryId: text('category_id').notNull(),
    categoryName: text('category_name').notNull(),
    releaseState: text('release_state', { enum: releaseStates }).notNull(),
    /** Order on the page; null for guest offers, which are not listed in the shop. */
    position: smallint('position'),
    /** Units of the release in total; null is unlimited. Never below held plus sold plus promised. */
    stock: integer('stock'),
    held: integer('held').notNull().default(0),
    sold: integer('sold').notNull().default(0),
    /** Units reserved for allocations with a running promise. */
    promised: integer('promised').notNull().default(0),
    /** The price at the payment provider of a wine made by staff; seeded wines have a setting. */
    priceId: text('price_id').unique(),
    sheetFile: uuid('sheet_file').references(() => files.id),
    /** The fields of a typed sheet, for later changes; null for an uploaded one. */
    sheetTyped: jsonb('sheet_typed').$type<TypedSheet>(),
    pictureFile: uuid('picture_file').references(() => files.id),
    /** The case that `/offering` sells instead of the seeded one; at most one. */
    isOffered: boolean('is_offered').notNull().default(false),
    /** Raised with each save by staff, not by purchases. */
    version: integer('version').notNull().default(1),
  },
  (table) => [
    check('products_price', sql`${table.priceCents} > 0`),
    check('products_bottles', sql`${table.bottles} > 0 and ${table.bottleMl} > 0`),
    check(
      'products_counts',
      sql`${table.held} >= 0 and ${table.sold} >= 0 and ${table.promised} >= 0`,
    ),
    check(
      'products_stock',
      sql`${table.stock} is null or ${table.held} + ${table.sold} + ${table.promised} <= ${table.stock}`,
    ),
    check('products_promised', sql`${table.promised} = 0 or ${table.stock} is not null`),
    uniqueIndex('products_one_offered')
      .on(table.isOffered)
      .where(sql`is_offered`),
  ],
)
