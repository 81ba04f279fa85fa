import { and, eq, gt, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'

import type { Queryable, Transaction } from '#platform/database/connection.server.ts'

import { factorNetworks, recoveryCodes, secondFactors, sessions } from '../sign-in/tables.ts'
import { knownNetworkDays, lockNoticeHours, wrongCodeLimit } from './second-factor.rules.ts'

type StoredFactor = typeof secondFactors.$inferSelect

/** A user's second factor, also while it is being set up; or null. */
export async function factorOf(db: Queryable, userId: string): Promise<StoredFactor | null> {
  const [row] = await db.select().from(secondFactors).where(eq(secondFactors.userId, userId))
  return row ?? null
}

/** Starts or restarts a set-up. False when a second factor is set up. */
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

/** A user's second factor, its row locked; or null. */
export async function lockFactor(tx: Transaction, userId: string): Promise<StoredFactor | null> {
  const [row] = await tx
    .select()
    .from(secondFactors)
    .where(eq(secondFactors.userId, userId))
    .for('update')
  return row ?? null
}

type CodeCounter = Pick<StoredFactor, 'wrongCodes' | 'wrongSince' | 'lockedUntil'>

/** The counter of a network from which a valid code was entered recently; null for other networks. */
export async function knownNetwork(
  tx: Transaction,
  userId: string,
  network: string,
  now: Date,
): Promise<CodeCounter | null> {
  const since = new Date(now.getTime() - knownNetworkDays * 86_400_000)
  const [row] = await tx
    .select()
    .from(factorNetworks)
    .where(and(isNetwork(userId, network), gt(factorNetworks.enteredAt, since)))
  return row ?? null
}

const isNetwork = (userId: string, network: string) =>
  and(eq(factorNetworks.userId, userId), eq(factorNetworks.network, network))

const nothingWrong = { wrongCodes: 0, wrongSince: null, lockedUntil: null } as const

/**
 * Records the time step and network of a valid code, and resets the counter of wrong codes. Deletes networks
 * that have not been used for long.
 */
export async function noteRightCode(
  tx: Transaction,
  userId: string,
  { lastStep, network, isKnown, now }: RightCode,
): Promise<void> {
  await tx
    .update(secondFactors)
    .set({ lastStep, ...(!isKnown && nothingWrong) })
    .where(eq(secondFactors.userId, userId))
  await tx
    .insert(factorNetworks)
    .values({ userId, network, enteredAt: now })
    .onConflictDoUpdate({
      target: [factorNetworks.userId, factorNetworks.network],
      set: { enteredAt: now, ...nothingWrong },
    })
  const since = new Date(now.getTime() - knownNetworkDays * 86_400_000)
  await tx
    .delete(factorNetworks)
    .where(and(eq(factorNetworks.userId, userId), lt(factorNetworks.enteredAt, since)))
}

type RightCode = { lastStep: number | null; network: string; isKnown: boolean; now: Date }

/**
 * Counts a wrong code, per network for known networks, together for all others. At the limit it locks the
 * factor for the length of the window. True when this code starts the lock.
 */
export async function noteWrongCode(
  tx: Transaction,
  userId: string,
  { wrongCodes, wrongSince }: CodeCounter,
  { network, now }: { network: string | null; now: Date },
): Promise<boolean> {
  const windowMillis = wrongCodeLimit.minutes * 60_000
  const isSameWindow = wrongSince !== null && now.getTime() - wrongSince.getTime() < windowMillis
  const count = isSameWindow ? wrongCodes + 1 : 1
  const isLocked = count >= wrongCodeLimit.max
  const counted = {
    wrongCodes: isLocked ? 0 : count,
    wrongSince: isLocked ? null : isSameWindow ? wrongSince : now,
    lockedUntil: isLocked ? new Date(now.getTime() + windowMillis) : null,
  }
  if (network) await tx.update(factorNetworks).set(counted).where(isNetwork(userId, network))
  else await tx.update(secondFactors).set(counted).where(eq(secondFactors.userId, userId))
  return isLocked
}

/** Records that a lock is notified now. False when one was notified within the last `lockNoticeHours`. */
export async function noteLockTold(tx: Transaction, userId: string, now: Date): Promise<boolean> {
  const before = new Date(now.getTime() - lockNoticeHours * 3_600_000)
  const told = await tx
    .update(secondFactors)
    .set({ lockToldAt: now })
    .where(
      and(
        eq(secondFactors.userId, userId),
        or(isNull(secondFactors.lockToldAt), lt(secondFactors.lockToldAt, before)),
      ),
    )
  return told.rowCount === 1
}

/** Finishes a set-up with these recovery codes. False when it is finished or was restarted. */
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

/** Uses a recovery code. False when it is invalid or was used before. */
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

/** Deletes a user's second factor. False when none is set up. */
export async function deleteFactor(tx: Queryable, userId: string): Promise<boolean> {
  const removed = await tx
    .delete(secondFactors)
    .where(and(eq(secondFactors.userId, userId), isNotNull(secondFactors.confirmedAt)))
  return removed.rowCount === 1
}

/** Deletes a set-up that was begun and not confirmed: an intruder who began it knows its secret. */
export async function deleteFactorSetUp(tx: Queryable, userId: string): Promise<void> {
  await tx
    .delete(secondFactors)
    .where(and(eq(secondFactors.userId, userId), isNull(secondFactors.confirmedAt)))
}

/** Records in a login session that a code was entered. */
export async function noteCodeEntered(db: Queryable, token: string): Promise<void> {
  await db
    .update(sessions)
    .set({ codeEnteredAt: sql`now()` })
    .where(eq(sessions.token, token))
}
