import { and, desc, eq, gt, lt, ne, sql } from 'drizzle-orm'

import type { Queryable } from '#platform/database/connection.server.ts'
import { deleteUnlocked } from '#platform/database/delete-unlocked.server.ts'

import type { SessionOrigin } from '../links/entry-link.rules.ts'
import { entryLinks } from '../links/tables.ts'
import { keptForms, sessions } from '../sign-in/tables.ts'

export type Device = {
  id: string
  userAgent: string | null
  address: string | null
  signedInAt: Date
  lastUsedAt: Date
  origin: SessionOrigin
}

/** A user's unexpired login sessions, newest first, without their tokens. */
export async function devicesOf(db: Queryable, userId: string, now: Date): Promise<Device[]> {
  return db
    .select({
      id: sessions.id,
      userAgent: sessions.userAgent,
      address: sessions.ipAddress,
      signedInAt: sessions.createdAt,
      lastUsedAt: sessions.updatedAt,
      origin: sessions.origin,
    })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.updatedAt), sessions.id)
    .limit(100)
}

/** A login session's id, user and start; null when it does not exist. */
export async function sessionByToken(db: Queryable, token: string) {
  const [row] = await db
    .select({ id: sessions.id, userId: sessions.userId, signedInAt: sessions.createdAt })
    .from(sessions)
    .where(eq(sessions.token, token))
  return row ?? null
}

/**
 * Whether a login session was not ended meanwhile, as recovery does: it may be an intruder's. For what adds a way
 * to sign in, once the user's row is locked.
 */
export const isStillOpen = async (tx: Queryable, token: string | null): Promise<boolean> =>
  token !== null && (await sessionByToken(tx, token)) !== null

/** Whether a purchase link opened this login session. */
export async function isLimitedSession(db: Queryable, token: string): Promise<boolean> {
  const rows = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.token, token), eq(sessions.origin, 'purchase-link')))
  return rows.length === 1
}

export async function endSessionByToken(db: Queryable, token: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.token, token))
}

/**
 * Ends a login session of a user, and revokes the link that opened it, which could open another one. False
 * when there is no such session.
 */
export async function endSession(db: Queryable, userId: string, id: string): Promise<boolean> {
  const [ended] = await db
    .delete(sessions)
    .where(and(eq(sessions.id, id), eq(sessions.userId, userId)))
    .returning({ entryLink: sessions.entryLink })
  if (ended?.entryLink) {
    await db
      .update(entryLinks)
      .set({ revokedAt: sql`now()` })
      .where(eq(entryLinks.tokenHash, ended.entryLink))
  }
  return ended !== undefined
}

/** Ends all login sessions of a user, except the one of `exceptToken`. */
export async function endSessionsOf(
  db: Queryable,
  userId: string,
  exceptToken?: string | null,
): Promise<void> {
  const ofUser = eq(sessions.userId, userId)
  await db
    .delete(sessions)
    .where(exceptToken ? and(ofUser, ne(sessions.token, exceptToken)) : ofUser)
}

export async function deleteSessionsBefore(db: Queryable, moment: Date): Promise<void> {
  await deleteUnlocked(db, sessions, sessions.id, lt(sessions.expiresAt, moment))
}

/** Shows the preview of the coming release for the rest of this login session. */
export async function openPreviewIn(db: Queryable, token: string): Promise<void> {
  await db.update(sessions).set({ previewOpen: true }).where(eq(sessions.token, token))
}

/** Forms that a shop of the release before kept. */
export async function deleteKeptFormsBefore(db: Queryable, moment: Date): Promise<void> {
  await db.delete(keptForms).where(lt(keptForms.expiresAt, moment))
}
