import {
  bigint,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

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
    before: jsonb('before'),
    after: jsonb('after'),
  },
  (table) => [
    index('audit_log_subject').on(table.subjectKind, table.subjectId, table.id),
    index('audit_log_at').on(table.at),
  ],
)
