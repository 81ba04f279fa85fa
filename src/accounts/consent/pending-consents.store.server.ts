import { and, eq, gt, isNull, lt } from 'drizzle-orm'

import type { Queryable } from '#platform/database/connection.server.ts'

import { pendingConsents } from './tables.ts'

type PendingConsent = typeof pendingConsents.$inferSelect

export async function insertPendingConsent(
  db: Queryable,
  pending: typeof pendingConsents.$inferInsert,
): Promise<void> {
  await db.insert(pendingConsents).values(pending)
}

/** The consent of a confirmation link, confirmed or not; null when the link is unknown or has expired. */
export async function pendingConsentOf(
  db: Queryable,
  tokenHash: string,
  now: Date,
): Promise<PendingConsent | null> {
  const [row] = await db
    .select()
    .from(pendingConsents)
    .where(and(eq(pendingConsents.tokenHash, tokenHash), gt(pendingConsents.expiresAt, now)))
  return row ?? null
}

/** Confirms the consent of a link; null when it is confirmed, unknown or has expired. */
export async function usePendingConsent(
  db: Queryable,
  tokenHash: string,
  now: Date,
): Promise<PendingConsent | null> {
  const [row] = await db
    .update(pendingConsents)
    .set({ confirmedAt: now })
    .where(
      and(
        eq(pendingConsents.tokenHash, tokenHash),
        isNull(pendingConsents.confirmedAt),
        gt(pendingConsents.expiresAt, now),
      ),
    )
    .returning()
  return row ?? null
}

/** Deletes the confirmation links of an address that has unsubscribed or is erased. */
export async function deletePendingConsents(db: Queryable, email: string): Promise<void> {
  await db.delete(pendingConsents).where(eq(pendingConsents.email, email))
}

export async function deleteExpiredConsents(db: Queryable, now: Date): Promise<number> {
  const deleted = await db.delete(pendingConsents).where(lt(pendingConsents.expiresAt, now))
  return deleted.rowCount ?? 0
}
