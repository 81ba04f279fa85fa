import { sql } from 'drizzle-orm'
import { boolean, check, index, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'

import { moment, ownerId } from '#platform/database/columns.ts'
import { users } from '#platform/database/people.tables.ts'

import type { MovedCounts } from './merge.rules.ts'

/** Merges of accounts by staff, with the data for an undo. */
export const personMerges = pgTable(
  'person_merges',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** Idempotency key: the same form twice is one merge. */
    requestKey: text('request_key').notNull().unique(),
    /** The account that was emptied; null once it is erased. */
    fromUser: uuid('from_user').references(() => users.id, { onDelete: 'set null' }),
    intoUser: ownerId('into_user', () => users.id),
    /** The staff member's email. */
    by: text('by').notNull(),
    at: moment('at').notNull().defaultNow(),
    /** How much moved. */
    moved: jsonb('moved').$type<MovedCounts>().notNull(),
    /** Data for an undo; null once it is undone or the undo window is over. */
    restore: jsonb('restore').$type<unknown>(),
    undoUntil: moment('undo_until').notNull(),
    undoneAt: moment('undone_at'),
  },
  (table) => [
    check('person_merges_two', sql`${table.fromUser} <> ${table.intoUser}`),
    index('person_merges_from').on(table.fromUser),
    index('person_merges_into').on(table.intoUser, table.at),
    index('person_merges_undoable')
      .on(table.undoUntil)
      .where(sql`restore is not null`),
  ],
)

/** Pairs of accounts that probably belong to one person, maintained by a trigger of `users`. */
export const duplicates = pgTable(
  'duplicates',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** The smaller id of the two. */
    one: ownerId('one', () => users.id),
    other: ownerId('other', () => users.id),
    /** Same birthdate, last name and ZIP. */
    byBirthdate: boolean('by_birthdate').notNull(),
    byPhone: boolean('by_phone').notNull(),
    foundAt: moment('found_at').notNull().defaultNow(),
    /** When staff recorded that these are two people. */
    dismissedAt: moment('dismissed_at'),
  },
  (table) => [
    check('duplicates_order', sql`${table.one} < ${table.other}`),
    unique('duplicates_pair').on(table.one, table.other),
    index('duplicates_other').on(table.other),
    index('duplicates_found').on(
      table.foundAt,
      table.id,
      table.dismissedAt,
      table.byBirthdate,
      table.byPhone,
    ),
  ],
)
