import { and, asc, eq, inArray, sql } from 'drizzle-orm'

import type { Queryable, Transaction } from '#platform/database/connection.server.ts'
import { users } from '#platform/database/people.tables.ts'

import { isLive } from '../users/soft-delete.store.server.ts'
import { userEmails } from '../users/tables.ts'
import type { User } from '../users/users.store.server.ts'
import { userByEmail } from '../users/users.store.server.ts'

/**
 * Locks out registrations and changes of addresses while first and second addresses are changed. Taken after
 * the rows of the users, before their addresses change.
 */
export async function lockAddresses(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(address_lock())`)
}

export type SecondAddress = { email: string; at: Date }

/** The second addresses of an account, oldest first. */
export const secondAddressesOf = (db: Queryable, userId: string): Promise<SecondAddress[]> =>
  db
    .select({ email: userEmails.email, at: userEmails.at })
    .from(userEmails)
    .where(eq(userEmails.userId, userId))
    .orderBy(asc(userEmails.at), asc(userEmails.email))

/** The id of the user with this second address, or null. */
export async function ownerOfSecondAddress(db: Queryable, email: string): Promise<string | null> {
  const [row] = await db
    .select({ userId: userEmails.userId })
    .from(userEmails)
    .where(eq(userEmails.email, email))
  return row?.userId ?? null
}

/** The account with this first or second address. By a second address users sign in only by a link. */
export async function userByAnyAddress(db: Queryable, email: string): Promise<User | null> {
  const first = await userByEmail(db, email)
  if (first) return first
  const [row] = await db
    .select({ user: users })
    .from(userEmails)
    .innerJoin(users, eq(users.id, userEmails.userId))
    .where(and(eq(userEmails.email, email), isLive(users)))
  return row?.user ?? null
}

/** The other addresses of the account with this address; usually none. */
export async function otherAddressesOf(db: Queryable, email: string): Promise<string[]> {
  const { rows } = await db.execute<{ email: string }>(sql`
    with owner as (
      select user_id as id from user_emails where email = ${email}
      union select u.id from users as u join user_emails as e on e.user_id = u.id
        where u.email = ${email} and u.erase_at is null
    )
    select u.email from users as u join owner on owner.id = u.id
      where u.email <> ${email} and u.erase_at is null
    union select e.email from user_emails as e join owner on owner.id = e.user_id
      where e.email <> ${email}`)
  return rows.map((row) => row.email)
}

export async function insertSecondAddress(
  tx: Transaction,
  address: { email: string; userId: string },
): Promise<void> {
  await tx.insert(userEmails).values(address)
}

/** Moves second addresses of one account to another. Returns them. */
export async function moveSecondAddresses(
  tx: Transaction,
  { from, into, only }: { from: string; into: string; only?: readonly string[] },
): Promise<string[]> {
  if (only?.length === 0) return []
  const moved = await tx
    .update(userEmails)
    .set({ userId: into })
    .where(
      and(eq(userEmails.userId, from), only ? inArray(userEmails.email, [...only]) : undefined),
    )
    .returning({ email: userEmails.email })
  return moved.map(({ email }) => email)
}

/** Deletes a second address of an account. False when the account does not have it. */
export async function deleteSecondAddress(
  db: Queryable,
  { email, userId }: { email: string; userId: string },
): Promise<boolean> {
  const deleted = await db
    .delete(userEmails)
    .where(and(eq(userEmails.email, email), eq(userEmails.userId, userId)))
  return deleted.rowCount === 1
}
