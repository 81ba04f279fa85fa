import { and, asc, desc, eq, or, sql } from 'drizzle-orm'

import type { ApprovalKind, ApprovalRules, ApprovalState } from '#domain/admin/approval.ts'
import { approvalHours } from '#domain/admin/approval.ts'

import type { Queryable, Transaction } from '#data/connection.server.ts'
import { approvalRules, approvals } from '#data/schema/approvals.ts'

export type Approval = typeof approvals.$inferSelect
export type NewApproval = Pick<
  Approval,
  'kind' | 'subject' | 'number' | 'detail' | 'amountCents' | 'wish' | 'requestKey'
>

const noRules: ApprovalRules = { refundOverCents: null, endsRelease: false, version: 0 }

/** From when on a second person is needed; version 0 until staff have set it. */
export async function approvalRulesNow(db: Queryable): Promise<ApprovalRules> {
  const [row] = await db.select().from(approvalRules)
  return row ?? noRules
}

/** Saves the rules if they still have the version that staff saw. */
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

/** Writes what waits for a second person. Null when something of that kind and subject waits already. */
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

/** Of one form, while it waits or once it was approved. */
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

/** The newest of a kind about one order or release, whatever came of it. */
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
 * Closes what waits, once. False when it is closed, or when its time is over: by the clock of the
 * database, read after any wait for a lock.
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

/** Closes the requests that no staff member approved in time. */
export async function lapseApprovals(tx: Transaction): Promise<Approval[]> {
  return tx
    .update(approvals)
    .set({ state: 'lapsed', decidedAt: sql`now()` })
    .where(and(eq(approvals.state, 'open'), sql`${approvals.lapsesAt} <= clock_timestamp()`))
    .returning()
}

/** Whether its time is over, by the clock of the database. */
export async function isLapsed(db: Queryable, id: string): Promise<boolean> {
  const late = and(eq(approvals.id, id), sql`${approvals.lapsesAt} <= clock_timestamp()`)
  return (await db.$count(approvals, late)) > 0
}

/** Takes an account's name off everything that waited or was decided. */
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

/** What a staff member asked a second person for, or decided, for their personal data. */
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
