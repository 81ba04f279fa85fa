import { sql } from 'drizzle-orm'
import { bigint, customType, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'

import { moment } from '../database/columns.ts'

const searchWords = customType<{ data: string }>({ dataType: () => 'tsvector' })

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
