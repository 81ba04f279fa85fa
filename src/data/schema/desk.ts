import type { BooksCounts, Difference } from '#domain/books.ts'

import {
  bigint,
  boolean,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

const searchWords = customType<{ data: string }>({ dataType: () => 'tsvector' })

/** Letters to be sent, written in the transaction that causes them: the outbox. */
export const mails = pgTable(
  'mails',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    kind: text('kind').notNull(),
    recipient: text('recipient').notNull(),
    /** What the template needs: names, lines, totals. Never a password; links only while unsent. */
    props: jsonb('props').notNull(),
    /** `withheld`: a letter to the list for somebody who has left it. */
    state: text('state', { enum: ['queued', 'sending', 'sent', 'dead', 'withheld'] })
      .notNull()
      .default('queued'),
    /** Lower goes first. */
    urgency: smallint('urgency').notNull().default(1),
    attempts: integer('attempts').notNull().default(0),
    /** Times it was handed over and no answer came: it may have arrived. */
    doubts: smallint('doubts').notNull().default(0),
    lastError: text('last_error'),
    createdAt: moment('created_at').notNull().defaultNow(),
    nextTryAt: moment('next_try_at').notNull().defaultNow(),
    claimedAt: moment('claimed_at'),
    sentAt: moment('sent_at'),
  },
  (table) => [
    index('mails_waiting')
      .on(table.urgency, table.nextTryAt)
      .where(sql`state = 'queued'`),
    index('mails_underway')
      .on(table.claimedAt)
      .where(sql`state = 'sending'`),
    index('mails_claimed').on(table.claimedAt),
    index('mails_recipient').on(table.recipient, table.sentAt),
    index('mails_dead')
      .on(table.createdAt)
      .where(sql`state = 'dead'`),
  ],
)

/** Every write by staff: append-only, and the database itself refuses to change or delete a row. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: moment('at').notNull().defaultNow(),
    /** Who: an id and the email as it was. No reference, so that the row outlives the person. */
    actorId: uuid('actor_id'),
    actorEmail: text('actor_email').notNull(),
    action: text('action').notNull(),
    subjectKind: text('subject_kind').notNull(),
    subjectId: text('subject_id').notNull(),
    /** Whom or what it is about in words, as it was: the row outlives the record too. */
    subjectLabel: text('subject_label').notNull().default(''),
    /** Only what changed. */
    before: jsonb('before'),
    after: jsonb('after'),
    /** What the log is searched by; the at sign is a space, so that both halves of an email count. */
    words: searchWords('words').generatedAlwaysAs(
      sql`to_tsvector('simple', translate(actor_email || ' ' || subject_label || ' ' || subject_id || ' ' || action, '@.-_', '    '))`,
    ),
  },
  (table) => [
    index('audit_log_subject').on(table.subjectKind, table.subjectId, table.id),
    index('audit_log_at').on(table.at),
    index('audit_log_words').using('gin', table.words),
  ],
)

/**
 * What was taken over from an earlier document database, by its id there. A row stays when its
 * record is deleted: nobody comes back by a second import.
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

/** Each comparison of our books with the payment provider's, and what it found. */
export const booksChecks = pgTable('books_checks', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  /** Null: the nightly one. */
  askedBy: text('asked_by'),
  startedAt: moment('started_at').notNull(),
  finishedAt: moment('finished_at'),
  /** The span of payments that was compared. */
  spanFrom: moment('span_from').notNull(),
  spanTo: moment('span_to').notNull(),
  counts: jsonb('counts').$type<BooksCounts>(),
  /** How many there are; the first of them are kept. */
  differenceCount: integer('difference_count'),
  differences: jsonb('differences').$type<Difference[]>().notNull().default([]),
  isWhole: boolean('is_whole').notNull().default(true),
  hasFailed: boolean('has_failed').notNull().default(false),
})
