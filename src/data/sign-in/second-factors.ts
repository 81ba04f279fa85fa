import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'

import { wrongCodeLimit } from '#domain/sign-in/second-factor.ts'

import type { Queryable, Transaction } from '#data/connection.server.ts'
import { recoveryCodes, secondFactors, sessions } from '#data/schema/people.ts'

export type StoredFactor = typeof secondFactors.$inferSelect

/** A user's second factor, also one whose set-up is not finished. */
export async function factorOf(db: Queryable, userId: string): Promise<StoredFactor | null> {
  const [row] = await db.select().from(secondFactors).where(eq(secondFactors.userId, userId))
  return row ?? null
}

/** Begins a set-up, or begins it again. False when there is a finished one. */
export async function beginFactor(
  db: Queryable,
  userId: string,
  sealed: string,
  createdAt: Date,
): Promise<boolean> {
  const rows = await db
    .insert(secondFactors)
    .values({ userId, secret: sealed, createdAt })
    .onConflictDoUpdate({
      target: secondFactors.userId,
      set: { secret: sealed, lastStep: null, createdAt },
      setWhere: isNull(secondFactors.confirmedAt),
    })
    .returning({ userId: secondFactors.userId })
  return rows.length > 0
}

/** A user's second factor, locked until the transaction ends. */
export async function lockFactor(tx: Transaction, userId: string): Promise<StoredFactor | null> {
  const [row] = await tx
    .select()
    .from(secondFactors)
    .where(eq(secondFactors.userId, userId))
    .for('update')
  return row ?? null
}

/** Notes the time step of a right code, and forgets the wrong ones before it. */
export async function noteRightCode(
  tx: Transaction,
  userId: string,
  lastStep: number | null,
): Promise<void> {
  await tx
    .update(secondFactors)
    .set({ lastStep, wrongCodes: 0, wrongSince: null, lockedUntil: null })
    .where(eq(secondFactors.userId, userId))
}

/** Counts a wrong code; the last that is allowed within the window locks the factor for as long. */
export async function noteWrongCode(
  tx: Transaction,
  { userId, wrongCodes, wrongSince }: StoredFactor,
  now: Date,
): Promise<void> {
  const windowMillis = wrongCodeLimit.minutes * 60_000
  const isSameWindow = wrongSince !== null && now.getTime() - wrongSince.getTime() < windowMillis
  const count = isSameWindow ? wrongCodes + 1 : 1
  const isLocked = count >= wrongCodeLimit.max
  await tx
    .update(secondFactors)
    .set({
      wrongCodes: isLocked ? 0 : count,
      wrongSince: isLocked ? null : isSameWindow ? wrongSince : now,
      lockedUntil: isLocked ? new Date(now.getTime() + windowMillis) : null,
    })
    .where(eq(secondFactors.userId, userId))
}

/** Finishes a set-up with these recovery codes. False when it is finished, or was begun again. */
export async function confirmFactor(
  tx: Transaction,
  userId: string,
  sealed: string,
  hashes: readonly string[],
): Promise<boolean> {
  const confirmed = await tx
    .update(secondFactors)
    .set({ confirmedAt: sql`now()` })
    .where(
      and(
        eq(secondFactors.userId, userId),
        eq(secondFactors.secret, sealed),
        isNull(secondFactors.confirmedAt),
      ),
    )
  if (confirmed.rowCount !== 1) return false
  await writeRecoveryCodes(tx, userId, hashes)
  return true
}

export async function writeRecoveryCodes(
  tx: Transaction,
  userId: string,
  hashes: readonly string[],
): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  await tx.insert(recoveryCodes).values(hashes.map((codeHash) => ({ userId, codeHash })))
}

/** Uses a recovery code up. False when it is none, or was used before. */
export async function useRecoveryCode(
  db: Queryable,
  userId: string,
  codeHash: string,
): Promise<boolean> {
  const used = await db
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, codeHash)))
  return used.rowCount === 1
}

export async function countRecoveryCodes(db: Queryable, userId: string): Promise<number> {
  return db.$count(recoveryCodes, eq(recoveryCodes.userId, userId))
}

/** Removes a user's second factor. False when they have none that is finished. */
export async function deleteFactor(tx: Queryable, userId: string): Promise<boolean> {
  const removed = await tx
    .delete(secondFactors)
    .where(and(eq(secondFactors.userId, userId), isNotNull(secondFactors.confirmedAt)))
  return removed.rowCount === 1
}

/** Notes in a login session that a code was entered. */
export async function noteCodeEntered(db: Queryable, token: string): Promise<void> {
  await db
    .update(sessions)
    .set({ codeEnteredAt: sql`now()` })
    .where(eq(sessions.token, token))
}
