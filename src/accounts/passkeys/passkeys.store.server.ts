import { and, asc, eq, gt, notInArray, sql } from 'drizzle-orm'

import type { Queryable } from '#platform/database/connection.server.ts'
import { users } from '#platform/database/people.tables.ts'
import { isUuid } from '#platform/database/uuid.ts'

import { passkeys } from '../sign-in/tables.ts'
import { isLive } from '../users/soft-delete.store.server.ts'

type StoredPasskey = typeof passkeys.$inferSelect

/** A user's passkeys, oldest first. */
export const passkeysOf = (db: Queryable, userId: string): Promise<StoredPasskey[]> =>
  db
    .select()
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.id))

/** A passkey by the credential id of its authenticator, with the role of its user; or null. */
export async function passkeyByCredential(
  db: Queryable,
  credentialId: string,
): Promise<(StoredPasskey & { role: 'member' | 'staff' }) | null> {
  const [row] = await db
    .select({ passkey: passkeys, role: users.role })
    .from(passkeys)
    .innerJoin(users, eq(users.id, passkeys.userId))
    .where(and(eq(passkeys.credentialId, credentialId), isLive(users)))
  return row ? { ...row.passkey, role: row.role } : null
}

/** Inserts a passkey. False when an account has it. */
export async function insertPasskey(
  db: Queryable,
  passkey: typeof passkeys.$inferInsert,
): Promise<boolean> {
  const inserted = await db.insert(passkeys).values(passkey).onConflictDoNothing()
  return inserted.rowCount === 1
}

/** Renames a passkey. False when the user does not have it. */
export async function renamePasskeyOf(
  db: Queryable,
  userId: string,
  id: string,
  name: string,
): Promise<boolean> {
  const renamed = await db.update(passkeys).set({ name }).where(ofUser(userId, id))
  return renamed.rowCount === 1
}

/** Deletes a passkey. Returns its name; null when the user does not have it. */
export async function deletePasskey(
  db: Queryable,
  userId: string,
  id: string,
): Promise<string | null> {
  const [removed] = await db
    .delete(passkeys)
    .where(ofUser(userId, id))
    .returning({ name: passkeys.name })
  return removed?.name ?? null
}

/** Deletes the passkeys of a user, such as at recovery, except those that they keep. */
export async function deletePasskeysOf(
  db: Queryable,
  userId: string,
  keep: readonly string[] = [],
): Promise<void> {
  await db
    .delete(passkeys)
    .where(and(eq(passkeys.userId, userId), notInArray(passkeys.id, keep.filter(isUuid))))
}

/** Deletes the passkeys that a user has added since. */
export async function deletePasskeysSince(
  db: Queryable,
  userId: string,
  moment: Date,
): Promise<void> {
  await db.delete(passkeys).where(and(eq(passkeys.userId, userId), gt(passkeys.createdAt, moment)))
}

/** Records a use. False when the passkey was deleted or used again meanwhile. */
export async function notePasskeyUse(
  db: Queryable,
  { id, counter }: Pick<StoredPasskey, 'id' | 'counter'>,
  next: number,
): Promise<boolean> {
  const noted = await db
    .update(passkeys)
    .set({ counter: next, lastUsedAt: sql`now()` })
    .where(and(eq(passkeys.id, id), eq(passkeys.counter, counter)))
  return noted.rowCount === 1
}

const ofUser = (userId: string, id: string) => and(eq(passkeys.userId, userId), eq(passkeys.id, id))
