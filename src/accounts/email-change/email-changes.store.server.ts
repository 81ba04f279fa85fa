import { eq, lt, sql } from 'drizzle-orm'

import type { Queryable, Transaction } from '#platform/database/connection.server.ts'
import { deleteUnlocked } from '#platform/database/delete-unlocked.server.ts'

import { userByAnyAddress } from '../consent/second-addresses.store.server.ts'
import { emailChanges } from '../sign-in/tables.ts'

export type EmailChange = typeof emailChanges.$inferSelect

/** A user's pending change of email; null when there is none or it has expired. */
export async function emailChangeOf(
  db: Queryable,
  userId: string,
  now: Date,
): Promise<EmailChange | null> {
  const [row] = await db.select().from(emailChanges).where(eq(emailChanges.userId, userId))
  return row && row.expiresAt > now ? row : null
}

/** Whether another account has the new address of a change. */
export async function isTakenByOther(
  db: Queryable,
  { userId, email }: Pick<EmailChange, 'userId' | 'email'>,
): Promise<boolean> {
  const owner = await userByAnyAddress(db, email)
  return owner !== null && owner.id !== userId
}

/** Starts a change of email, which replaces a pending one. */
export async function startEmailChange(
  tx: Transaction,
  change: Pick<EmailChange, 'userId' | 'email' | 'expiresAt'>,
): Promise<void> {
  const fresh = { ...change, approvedAt: null, confirmedAt: null, waitsUntil: null }
  await tx
    .insert(emailChanges)
    .values(fresh)
    .onConflictDoUpdate({
      target: emailChanges.userId,
      set: { ...fresh, createdAt: sql`now()` },
    })
}

/** Saves a step of a pending change. */
export async function updateEmailChange(
  tx: Transaction,
  userId: string,
  step: Partial<Pick<EmailChange, 'approvedAt' | 'confirmedAt' | 'waitsUntil' | 'expiresAt'>>,
): Promise<void> {
  await tx.update(emailChanges).set(step).where(eq(emailChanges.userId, userId))
}

/** Deletes a user's pending change. False when there was none. */
export async function deleteEmailChange(db: Queryable, userId: string): Promise<boolean> {
  const deleted = await db.delete(emailChanges).where(eq(emailChanges.userId, userId))
  return (deleted.rowCount ?? 0) > 0
}

export async function deleteEmailChangesBefore(db: Queryable, moment: Date): Promise<void> {
  await deleteUnlocked(db, emailChanges, emailChanges.userId, lt(emailChanges.expiresAt, moment))
}
