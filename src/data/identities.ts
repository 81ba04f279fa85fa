import { and, eq, sql } from 'drizzle-orm'

import type { Queryable } from './connection.server.ts'
import { identities, users } from './schema/people.ts'

/** The library's name for a password, and ours for Google. */
const passwordProvider = 'credential'
const googleProvider = 'google'

/** The person behind an email and the hash of their password, if they have one. One question. */
export async function credentialByEmail(db: Queryable, email: string) {
  const [row] = await db
    .select({ userId: users.id, passwordHash: identities.password })
    .from(users)
    .leftJoin(
      identities,
      and(eq(identities.userId, users.id), eq(identities.providerId, passwordProvider)),
    )
    .where(eq(users.email, email))
  return row ?? null
}

/** The hash of somebody's password, or null when they sign in another way. */
export async function passwordHashOf(db: Queryable, userId: string): Promise<string | null> {
  const [row] = await db
    .select({ password: identities.password })
    .from(identities)
    .where(and(eq(identities.userId, userId), eq(identities.providerId, passwordProvider)))
  return row?.password ?? null
}

/** Sets somebody's password, the first one too. */
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

/** Whoever signs in with this account of Google's, or null. */
export async function userIdByGoogle(db: Queryable, subject: string): Promise<string | null> {
  const [row] = await db
    .select({ userId: identities.userId })
    .from(identities)
    .where(and(eq(identities.providerId, googleProvider), eq(identities.accountId, subject)))
  return row?.userId ?? null
}

/** Lets somebody sign in with an account of Google's. Nothing happens when they can already. */
export async function linkGoogle(db: Queryable, userId: string, subject: string): Promise<void> {
  await db
    .insert(identities)
    .values({ userId, accountId: subject, providerId: googleProvider })
    .onConflictDoNothing()
}

export type GooglePerson = {
  email: string
  emailVerified: boolean
  firstName: string
  lastName: string
  subject: string
}

/** Writes a person who comes from Google, in one statement. Null when the email is taken. */
export async function insertUserFromGoogle(
  db: Queryable,
  person: GooglePerson,
): Promise<string | null> {
  const result = await db.execute<{ user_id: string }>(sql`
    with person as (
      insert into ${users} (name, email, email_verified, first_name, last_name)
      values (${`${person.firstName} ${person.lastName}`.trim()}, ${person.email},
              ${person.emailVerified}, ${person.firstName}, ${person.lastName})
      on conflict (email) do nothing
      returning id
    )
    insert into ${identities} (user_id, account_id, provider_id)
    select id, ${person.subject}, ${googleProvider} from person
    returning user_id`)
  return result.rows[0]?.user_id ?? null
}

/** The ways somebody can sign in. */
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
