import { and, eq, gt, ne, or, sql } from 'drizzle-orm'

import type { Queryable } from '#platform/database/connection.server.ts'
import { users } from '#platform/database/people.tables.ts'

import { isNoSecondAddress } from '../users/users.store.server.ts'
import { identities } from './tables.ts'

/** Better Auth's name for a password, and ours for Google. */
const passwordProvider = 'credential'
const googleProvider = 'google'

type IdentityProvider = typeof passwordProvider | typeof googleProvider

/** The user of an email and their password hash, if any, in one query. */
export async function credentialByEmail(db: Queryable, email: string) {
  const [row] = await db
    .select({ userId: users.id, role: users.role, passwordHash: identities.password })
    .from(users)
    .leftJoin(
      identities,
      and(eq(identities.userId, users.id), eq(identities.providerId, passwordProvider)),
    )
    .where(eq(users.email, email))
  return row ?? null
}

/** A user's password hash; null without a password. */
export async function passwordHashOf(db: Queryable, userId: string): Promise<string | null> {
  const [row] = await db
    .select({ password: identities.password })
    .from(identities)
    .where(and(eq(identities.userId, userId), eq(identities.providerId, passwordProvider)))
  return row?.password ?? null
}

/** Sets or replaces a user's password. */
export async function setPasswordHash(
  db: Queryable,
  userId: string,
  passwordHash: string,
): Promise<void> {
  await db
    .insert(identities)
    .values({ userId, accountId: userId, providerId: passwordProvider, password: passwordHash })
    .onConflictDoUpdate({
      target: [identities.providerId, identities.accountId],
      set: { password: passwordHash, updatedAt: sql`now()` },
    })
}

/** The id of the user with this Google account, or null. */
export async function userIdByGoogle(db: Queryable, subject: string): Promise<string | null> {
  const [row] = await db
    .select({ userId: identities.userId })
    .from(identities)
    .where(and(eq(identities.providerId, googleProvider), eq(identities.accountId, subject)))
  return row?.userId ?? null
}

/** Links a Google account to a user. False when it is linked already. */
export async function linkGoogle(db: Queryable, userId: string, subject: string): Promise<boolean> {
  const linked = await db
    .insert(identities)
    .values({ userId, accountId: subject, providerId: googleProvider })
    .onConflictDoNothing()
  return linked.rowCount === 1
}

const googleOfUser = (userId: string) =>
  and(eq(identities.userId, userId), eq(identities.providerId, googleProvider))

/** The Google accounts that sign in to an account, oldest first. */
export const googleOf = (db: Queryable, userId: string): Promise<{ id: string; since: Date }[]> =>
  db
    .select({ id: identities.id, since: identities.createdAt })
    .from(identities)
    .where(googleOfUser(userId))
    .orderBy(identities.createdAt, identities.id)

/** Unlinks one Google account of a user, or all. Returns the ids of those removed. */
export const deleteGoogleOf = (
  db: Queryable,
  userId: string,
  id?: string,
): Promise<{ id: string }[]> =>
  db
    .delete(identities)
    .where(and(googleOfUser(userId), id === undefined ? undefined : eq(identities.id, id)))
    .returning({ id: identities.id })

type GooglePerson = {
  email: string
  firstName: string
  lastName: string
  subject: string
}

/**
 * Inserts a user with a Google account and its verified address, in one statement; `joinConfirmed` has to
 * follow. Returns the id; null when the email is taken.
 */
export async function insertUserFromGoogle(
  db: Queryable,
  person: GooglePerson,
): Promise<string | null> {
  const result = await db.execute<{ user_id: string }>(sql`
    with person as (
      insert into ${users} (name, email, email_verified, first_name, last_name)
      select ${`${person.firstName} ${person.lastName}`.trim()}, ${person.email},
        true, ${person.firstName}, ${person.lastName} where ${isNoSecondAddress(person.email)}
      on conflict (email) do nothing
      returning id
    )
    insert into ${identities} (user_id, account_id, provider_id)
    select id, ${person.subject}, ${googleProvider} from person
    returning user_id`)
  return result.rows[0]?.user_id ?? null
}

/**
 * Deletes a user's identities except the one that has just proved the address. True when one was deleted.
 */
export async function deleteOtherIdentities(
  db: Queryable,
  userId: string,
  kept: IdentityProvider,
  keptAccountId?: string,
): Promise<boolean> {
  const deleted = await db
    .delete(identities)
    .where(
      and(
        eq(identities.userId, userId),
        or(
          ne(identities.providerId, kept),
          keptAccountId ? ne(identities.accountId, keptAccountId) : undefined,
        ),
      ),
    )
  return (deleted.rowCount ?? 0) > 0
}

/** Deletes all of a user's identities. True when there was one. */
export async function deleteIdentitiesOf(db: Queryable, userId: string): Promise<boolean> {
  const deleted = await db.delete(identities).where(eq(identities.userId, userId))
  return (deleted.rowCount ?? 0) > 0
}

/** Deletes the identities that a user has got since. */
export async function deleteIdentitiesSince(
  db: Queryable,
  userId: string,
  moment: Date,
): Promise<void> {
  await db
    .delete(identities)
    .where(and(eq(identities.userId, userId), gt(identities.createdAt, moment)))
}

/** How a user can sign in. */
export async function waysToSignIn(
  db: Queryable,
  userId: string,
): Promise<{ password: boolean; google: boolean }> {
  const rows = await db
    .select({ provider: identities.providerId })
    .from(identities)
    .where(eq(identities.userId, userId))
  const has = (provider: string) => rows.some((row) => row.provider === provider)
  return { password: has(passwordProvider), google: has(googleProvider) }
}
