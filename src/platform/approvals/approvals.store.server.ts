import type { SQL } from 'drizzle-orm'
import { and, asc, desc, eq, inArray, or, sql } from 'drizzle-orm'

import { approvalRules, approvals } from '../database/approvals.tables.ts'
import type { Queryable, Transaction } from '../database/connection.server.ts'
import type { ApprovalKind, ApprovalRules, ApprovalState } from './approval.rules.ts'
import { approvalHours } from './approval.rules.ts'

export type Approval = typeof approvals.$inferSelect
export type NewApproval = Pick<
  Approval,
  'kind' | 'subject' | 'number' | 'detail' | 'amountCents' | 'wish' | 'requestKey'
>

const noRules: ApprovalRules = { refundOverCents: null, endsRelease: false, version: 0 }

/** The rules by which a second person is needed; version 0 until staff have saved them. */
export async function approvalRulesNow(db: Queryable): Promise<ApprovalRules> {
  const [row] = await db.select().from(approvalRules)
  return row ?? noRules
}

/** Saves the rules if their version is unchanged (optimistic locking). */
export async function saveApprovalRules(
  tx: Transaction,
  { version, refundOverCents, endsRelease }: ApprovalRules,
): Promise<boolean> {
  const values = { refundOverCents, endsRelease }
  const result =
    version === 0
      ? await tx.insert(approvalRules).values(values).onConflictDoNothing()
      : await tx
          .update(approvalRules)
          .set({ ...values, version: sql`version + 1` })
          .where(eq(approvalRules.version, version))
  return result.rowCount === 1
}

/** Inserts a request for approval by a second person. Null when one of this kind and subject is open. */
export async function insertApproval(
  tx: Transaction,
  asked: NewApproval,
  by: { id: string; email: string },
): Promise<Approval | null> {
  const [row] = await tx
    .insert(approvals)
    .values({
      ...asked,
      askedBy: by.id,
      askedByEmail: by.email,
      lapsesAt: sql`now() + make_interval(hours => ${approvalHours})`,
    })
    .onConflictDoNothing()
    .returning()
  return row ?? null
}

export async function approvalById(db: Queryable, id: string): Promise<Approval | null> {
  const [row] = await db.select().from(approvals).where(eq(approvals.id, id))
  return row ?? null
}

/** The open or approved request of one form, by its idempotency key. */
export async function approvalByRequest(
  db: Queryable,
  requestKey: string,
): Promise<Approval | null> {
  const [row] = await db
    .select()
    .from(approvals)
    .where(and(eq(approvals.requestKey, requestKey), sql`state in ('open', 'approved')`))
  return row ?? null
}

/** The open requests about these orders or releases, by their subject. */
export async function openApprovalIds(
  db: Queryable,
  subjects: readonly string[],
): Promise<Map<string, string>> {
  if (subjects.length === 0) return new Map()
  const rows = await db
    .select({ subject: approvals.subject, id: approvals.id })
    .from(approvals)
    .where(and(eq(approvals.state, 'open'), inArray(approvals.subject, [...subjects])))
  return new Map(rows.map(({ subject, id }) => [subject, id]))
}

/** The newest request of a kind about an order or release, in any state. */
export async function newestApproval(
  db: Queryable,
  kind: ApprovalKind,
  subject: string,
): Promise<Approval | null> {
  const [row] = await db
    .select()
    .from(approvals)
    .where(and(eq(approvals.kind, kind), eq(approvals.subject, subject)))
    .orderBy(desc(approvals.askedAt))
    .limit(1)
  return row ?? null
}

/**
 * Closes an open request. False when it is closed or has lapsed, by the database's clock, which is read
 * after any wait for a lock.
 */
export async function closeApproval(
  tx: Transaction,
  id: string,
  state: Exclude<ApprovalState, 'open' | 'lapsed'>,
  by: { id: string; email: string },
): Promise<boolean> {
  const result = await tx
    .update(approvals)
    .set({ state, decidedBy: by.id, decidedByEmail: by.email, decidedAt: sql`clock_timestamp()` })
    .where(
      and(
        eq(approvals.id, id),
        eq(approvals.state, 'open'),
        sql`${approvals.lapsesAt} > clock_timestamp()`,
      ),
    )
  return result.rowCount === 1
}

/** Closes and returns open requests that have lapsed. */
export async function lapseApprovals(tx: Transaction): Promise<Approval[]> {
  return tx
    .update(approvals)
    .set({ state: 'lapsed', decidedAt: sql`now()` })
    .where(and(eq(approvals.state, 'open'), sql`${approvals.lapsesAt} <= clock_timestamp()`))
    .returning()
}

/** Whether a request has lapsed, by the database's clock. */
export async function isLapsed(db: Queryable, id: string): Promise<boolean> {
  const late = and(eq(approvals.id, id), sql`${approvals.lapsesAt} <= clock_timestamp()`)
  return (await db.$count(approvals, late)) > 0
}

/** Removes a deleted account from requests that it made or decided. */
export async function forgetApprover(tx: Queryable, userId: string): Promise<void> {
  await tx
    .update(approvals)
    .set({ askedBy: null, askedByEmail: null })
    .where(eq(approvals.askedBy, userId))
  await tx
    .update(approvals)
    .set({ decidedBy: null, decidedByEmail: null })
    .where(eq(approvals.decidedBy, userId))
}

/** Requests that a staff member made or decided, for the export of their data. */
export const approvalsWith = (db: Queryable, userId: string) =>
  db
    .select({
      kind: approvals.kind,
      order: approvals.number,
      asked: sql<boolean>`${approvals.askedBy} = ${userId}`,
      askedAt: approvals.askedAt,
      state: approvals.state,
      decidedAt: approvals.decidedAt,
    })
    .from(approvals)
    .where(or(eq(approvals.askedBy, userId), eq(approvals.decidedBy, userId)))
    .orderBy(asc(approvals.askedAt))

/** The query for tasks: open requests for approval of a kind. */
export const openApprovals = (kind: ApprovalKind): SQL => sql`select subject, number,
    coalesce(amount_cents::text, detail) as detail, asked_at as since, lapses_at as due
  from ${approvals} where state = 'open' and kind = ${kind}`
