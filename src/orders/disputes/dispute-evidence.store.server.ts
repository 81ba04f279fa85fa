import { and, asc, eq, gt, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'

import type { Queryable } from '#platform/database/connection.server.ts'

import { disputeEvidence, disputes } from '../order/tables.ts'
import type { Dispute } from './disputes.store.server.ts'

export type SentEvidence = typeof disputeEvidence.$inferSelect

export async function disputeById(db: Queryable, id: string): Promise<Dispute | null> {
  const [row] = await db.select().from(disputes).where(eq(disputes.id, id))
  return row ?? null
}

/** Disputes without evidence that need a response, most urgent first. */
export async function unansweredDisputes(
  db: Queryable,
  now: Date,
  limit: number,
): Promise<Dispute[]> {
  const rows = await db
    .select({ dispute: disputes })
    .from(disputes)
    .leftJoin(disputeEvidence, eq(disputeEvidence.disputeId, disputes.id))
    .where(
      and(
        inArray(disputes.state, ['needs-response', 'inquiry']),
        or(isNull(disputes.respondBy), gt(disputes.respondBy, now)),
        isNull(disputeEvidence.sentAt),
        isNull(disputeEvidence.failure),
      ),
    )
    .orderBy(asc(disputes.respondBy))
    .limit(limit)
  return rows.map(({ dispute }) => dispute)
}

/** Inserts or returns the row of a dispute's evidence. */
export async function claimEvidence(
  db: Queryable,
  disputeId: string,
  claimedAt: Date,
): Promise<SentEvidence> {
  await db.insert(disputeEvidence).values({ disputeId, claimedAt }).onConflictDoNothing()
  const [row] = await db
    .select()
    .from(disputeEvidence)
    .where(eq(disputeEvidence.disputeId, disputeId))
  return row!
}

/** Saves the file's id at the provider, unless one is saved. Returns the stored id. */
export async function saveEvidenceFile(
  db: Queryable,
  disputeId: string,
  fileId: string,
): Promise<string> {
  const [row] = await db
    .update(disputeEvidence)
    .set({ fileId: sql`coalesce(${disputeEvidence.fileId}, ${fileId})` })
    .where(eq(disputeEvidence.disputeId, disputeId))
    .returning({ fileId: disputeEvidence.fileId })
  return row!.fileId!
}

export async function endEvidence(
  db: Queryable,
  disputeId: string,
  outcome: { sentAt: Date } | { failure: string },
): Promise<void> {
  await db.update(disputeEvidence).set(outcome).where(eq(disputeEvidence.disputeId, disputeId))
}

/** Evidence counts for one answer only: after an inquiry that it answered, staff answer the chargeback. */
export async function failEvidenceOfInquiry(db: Queryable, disputeId: string): Promise<boolean> {
  const failure = 'It answered an inquiry, and the bank has taken the money back nevertheless.'
  const rows = await db
    .update(disputeEvidence)
    .set({ sentAt: null, failure })
    .where(and(eq(disputeEvidence.disputeId, disputeId), isNotNull(disputeEvidence.sentAt)))
    .returning({ id: disputeEvidence.disputeId })
  return rows.length > 0
}

/** The evidence of an order's disputes. */
export async function evidenceOfOrder(db: Queryable, orderId: string): Promise<SentEvidence[]> {
  const rows = await db
    .select({ evidence: disputeEvidence })
    .from(disputeEvidence)
    .innerJoin(disputes, eq(disputes.id, disputeEvidence.disputeId))
    .where(eq(disputes.orderId, orderId))
  return rows.map(({ evidence }) => evidence)
}
