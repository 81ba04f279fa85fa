import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core'

import { moment } from '#platform/database/columns.ts'

import { suppressionReasons } from './suppression.rules.ts'

/** Counters of attempts, for rate limits shared by all processes. */
export const attempts = pgTable('attempts', {
  key: text('key').primaryKey(),
  count: integer('count').notNull(),
  since: moment('since').notNull(),
  blocked: boolean('blocked').notNull().default(false),
})

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

/**
 * Addresses that get no mailing-list email, as a hash keyed by DATA_SECRET: they outlive the person's
 * records, so that no import brings back a person who left.
 */
export const suppressions = pgTable(
  'suppressions',
  {
    emailHash: text('email_hash').notNull(),
    reason: text('reason', { enum: suppressionReasons }).notNull(),
    at: moment('at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.emailHash, table.reason] })],
)
