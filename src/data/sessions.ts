import { and, desc, eq, gt, lt, ne } from 'drizzle-orm'

import type { Queryable } from './connection.server.ts'
import { sessions } from './schema/people.ts'

export type Device = {
  id: string
  userAgent: string | null
  address: string | null
  signedInAt: Date
  lastUsedAt: Date
}

/** Where somebody is signed in, newest first. The tokens stay here. */
export async function devicesOf(db: Queryable, userId: string, now: Date): Promise<Device[]> {
  return db
    .select({
      id: sessions.id,
      userAgent: sessions.userAgent,
      address: sessions.ipAddress,
      signedInAt: sessions.createdAt,
      lastUsedAt: sessions.updatedAt,
    })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.updatedAt), sessions.id)
    .limit(100)
}

/** The id of a session and when it began. */
export async function sessionByToken(db: Queryable, token: string) {
  const [row] = await db
    .select({ id: sessions.id, userId: sessions.userId, signedInAt: sessions.createdAt })
    .from(sessions)
    .where(eq(sessions.token, token))
  return row ?? null
}

export async function endSessionByToken(db: Queryable, token: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.token, token))
}

/** Ends one session of somebody's. False when they have no such session. */
export async function endSession(db: Queryable, userId: string, id: string): Promise<boolean> {
  const ended = await db
    .delete(sessions)
    .where(and(eq(sessions.id, id), eq(sessions.userId, userId)))
  return ended.rowCount === 1
}

/** Ends all sessions of somebody's, but for the one that may go on. */
export async function endSessionsOf(
  db: Queryable,
  userId: string,
  exceptToken?: string | null,
): Promise<void> {
  const theirs = eq(sessions.userId, userId)
  await db
    .delete(sessions)
    .where(exceptToken ? and(theirs, ne(sessions.token, exceptToken)) : theirs)
}

export async function forgetSessionsBefore(db: Queryable, moment: Date): Promise<void> {
  await db.delete(sessions).where(lt(sessions.expiresAt, moment))
}

/** Opens the coming release for the rest of that session. */
export async function openPreviewIn(db: Queryable, token: string): Promise<void> {
  await db.update(sessions).set({ previewOpen: true }).where(eq(sessions.token, token))
}
