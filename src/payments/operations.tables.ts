import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  pgView,
  primaryKey,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core'

import type { Difference, ReconciliationCounts } from './reconciliation.rules.ts'

import { moment } from '#platform/database/columns.ts'

/** Counters of attempts, for rate limits shared by all processes. */
export const attempts = pgTable('attempts', {
  key: text('key').primaryKey(),
  count: integer('count').notNull(),
  since: moment('since').notNull(),
  blocked: boolean('blocked').notNull().default(false),
})

const searchWords = customType<{ data: string }>({ dataType: () => 'tsvector' })

/** The outbox: emails to be sent, inserted in the transaction that causes them. */
export const mails = pgTable(
  'mails',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    kind: text('kind').notNull(),
    recipient: text('recipient').notNull(),
    /** What the template needs: names, lines, totals. Never a password; links only while unsent. */
    props: jsonb('props').notNull(),
    /**
     * `suppressed`: an email to the list whose recipient has unsubscribed, or one that failed for good and
     * that staff gave up. An earlier release says
     * `dead` for `failed` and `withheld` for `suppressed`.
     */
    state: text('state', {
      enum: ['queued', 'sending', 'sent', 'failed', 'suppressed', 'dead', 'withheld'],
    })
      .notNull()
      .default('queued'),
    /** Lower goes first. */
    urgency: smallint('urgency').notNull().default(1),
    attempts: integer('attempts').notNull().default(0),
    /** Deliveries whose result is unknown: the email may have arrived. */
    doubts: smallint('doubts').notNull().default(0),
    /** The recipient is erased: the row is deleted once the email is sent or has permanently failed. */
    forget: boolean('forget').notNull().default(false),
    lastError: text('last_error'),
    createdAt: moment('created_at').notNull().defaultNow(),
    nextTryAt: moment('next_try_at').notNull().defaultNow(),
    claimedAt: moment('claimed_at'),
    sentAt: moment('sent_at'),
    /** In the order of their inserts: the cursor of the admin's list. */
    number: bigint('number', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
  },
  (table) => [
    index('mails_queued')
      .on(table.urgency, table.nextTryAt)
      .where(sql`state = 'queued'`),
    index('mails_sending')
      .on(table.claimedAt)
      .where(sql`state = 'sending'`),
    index('mails_claimed').on(table.claimedAt),
    index('mails_recipient').on(table.recipient, table.sentAt),
    index('mails_undelivered')
      .on(table.number)
      .where(
        sql`state in ('failed', 'dead') or (state in ('queued', 'sent') and last_error is not null)`,
      ),
  ],
)

/** The audit log of writes by staff: append-only, enforced by a trigger. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: moment('at').notNull().defaultNow(),
    /** The actor's id and email at that moment. No foreign key: the row outlives the account. */
    actorId: uuid('actor_id'),
    actorEmail: text('actor_email').notNull(),
    action: text('action').notNull(),
    subjectKind: text('subject_kind').notNull(),
    subjectId: text('subject_id').notNull(),
    /** The subject's name at that moment: the row outlives the record. */
    subjectLabel: text('subject_label').notNull().default(''),
    /** Only what changed. */
    before: jsonb('before'),
    after: jsonb('after'),
    /** Full-text search; `@` counts as a space, so that either half of an email is found. */
    words: searchWords('words').generatedAlwaysAs(
      sql`to_tsvector('simple', translate(actor_email || ' ' || subject_label || ' ' || subject_id || ' ' || action, '@.-_', '    '))`,
    ),
  },
  (table) => [
    index('audit_log_subject').on(table.subjectKind, table.subjectId, table.id),
    index('audit_log_at').on(table.at),
    index('audit_log_actor').on(table.actorEmail, table.id),
    index('audit_log_actor_id').on(table.actorId, table.id),
    index('audit_log_action').on(table.action, table.id),
    index('audit_log_words').using('gin', table.words),
  ],
)

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

/** Each run of the reconciliation with the payment provider, and the differences it found. */
export const reconciliations = pgTable('reconciliations', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  /** The staff member's email; null for the nightly run. */
  requestedBy: text('requested_by'),
  startedAt: moment('started_at').notNull(),
  finishedAt: moment('finished_at'),
  /** The period of payments that was compared. */
  spanFrom: moment('span_from').notNull(),
  spanTo: moment('span_to').notNull(),
  counts: jsonb('counts').$type<ReconciliationCounts>(),
  /** How many were found; `differences` keeps the first of them. */
  differenceCount: integer('difference_count'),
  differences: jsonb('differences').$type<Difference[]>().notNull().default([]),
  isWhole: boolean('is_whole').notNull().default(true),
  hasFailed: boolean('has_failed').notNull().default(false),
})

/** Each stored difference of each reconciliation as a row of its own, in the order of their ids. */
export const reconciliationDifferences = pgView('reconciliation_differences', {
  id: bigint('id', { mode: 'number' }).notNull(),
  reconciliation: bigint('reconciliation', { mode: 'number' }).notNull(),
  foundAt: moment('found_at').notNull(),
  difference: jsonb('difference').$type<Difference>().notNull(),
}).as(sql`
  select run.id * 1000 + 1000 - found.place as id, run.id as reconciliation,
    run.started_at as found_at, found.difference
  from reconciliations as run,
    jsonb_array_elements(run.differences) with ordinality as found (difference, place)`)
