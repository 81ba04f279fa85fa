import { sql } from 'drizzle-orm'
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

import type { ApprovalKind } from '../approvals/approval.rules.ts'
import { approvalKinds, approvalStates } from '../approvals/approval.rules.ts'
import { moment } from './columns.ts'

/** Requests for approval by a second staff member. A trigger maintains their tasks. */
export const approvals = pgTable(
  'approvals',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    kind: text('kind', { enum: approvalKinds as [ApprovalKind, ...ApprovalKind[]] }).notNull(),
    /** The id of the order or release. */
    subject: text('subject').notNull(),
    /** Of the order. */
    number: integer('number'),
    /** The name of the release. */
    detail: text('detail').notNull().default(''),
    amountCents: integer('amount_cents'),
    /** Parameters of the action that follows the approval. */
    wish: jsonb('wish').$type<Record<string, unknown>>().notNull().default({}),
    /** Idempotency key of the form; null where one open row per subject is enough. */
    requestKey: text('request_key'),
    state: text('state', { enum: approvalStates }).notNull().default('open'),
    /** No foreign keys: emptied with the account. */
    askedBy: uuid('asked_by'),
    askedByEmail: text('asked_by_email'),
    askedAt: moment('asked_at').notNull().defaultNow(),
    lapsesAt: moment('lapses_at').notNull(),
    decidedBy: uuid('decided_by'),
    decidedByEmail: text('decided_by_email'),
    decidedAt: moment('decided_at'),
  },
  (table) => [
    check(
      'approvals_two_people',
      sql`state <> 'approved' or asked_by is distinct from decided_by
      or asked_by is null`,
    ),
    uniqueIndex('approvals_one_open')
      .on(table.kind, table.subject)
      .where(sql`state = 'open'`),
    uniqueIndex('approvals_request')
      .on(table.requestKey)
      .where(sql`state in ('open', 'approved')`),
    index('approvals_subject').on(table.kind, table.subject, table.askedAt),
    index('approvals_lapsing')
      .on(table.lapsesAt)
      .where(sql`state = 'open'`),
    index('approvals_asked').on(table.askedBy),
    index('approvals_decided').on(table.decidedBy),
  ],
)

/** When a second person is needed; without a row never. */
export const approvalRules = pgTable(
  'approval_rules',
  {
    id: smallint('id').primaryKey().default(1),
    refundOverCents: integer('refund_over_cents'),
    endsRelease: boolean('ends_release').notNull().default(false),
    version: integer('version').notNull().default(1),
  },
  (table) => [check('approval_rules_one', sql`${table.id} = 1`)],
)
