import { and, eq, inArray, ne, sql } from 'drizzle-orm'

import { cartLines } from '#catalogue/tables.ts'
import type { Duty } from '#platform/access/duties.rules.ts'
import type { Queryable, Transaction } from '#platform/database/connection.server.ts'
import { users, staffDuties } from '#platform/database/people.tables.ts'
import { prepared } from '#platform/database/prepared.server.ts'
import { shopSwitches } from '#platform/database/switches.tables.ts'
import { isUniqueViolation } from '#platform/database/unique-violation.ts'

import { secondFactor } from '../second-factor/second-factor.rules.ts'
import { identities, secondFactors, sessions } from '../sign-in/tables.ts'
import { isLive } from './soft-delete.store.server.ts'
import { userEmails } from './tables.ts'

export type User = typeof users.$inferSelect

/** A limited login session ends with its link or the link's release; staff have none. */
const isAllowed = sql`case when ${sessions.origin} <> 'purchase-link' then true else
  ${users.role} = 'member' and exists (select 1 from entry_links as l
    left join releases as r on r.id = l.release_id
    where l.token_hash = ${sessions.entryLink} and l.revoked_at is null and l.expires_at > now()
      and (r.id is null or r.state <> 'ended' and r.closes_at > now())) end`

const hasFactor = sql`exists (select from ${secondFactors}
  where ${secondFactors.userId} = ${users.id} and ${secondFactors.confirmedAt} is not null)`

/** The second factor is required of all staff, and the days of grace are over. */
const isFactorRequired = sql`exists (select from ${shopSwitches}
  where ${shopSwitches.name} = 'second-factor-required' and ${shopSwitches.isOn}
    and ${shopSwitches.changedAt} < now() - make_interval(days => ${sql.raw(String(secondFactor.graceDays))}))`

const viewerQuery = prepared((db) =>
  db
    .select({
      id: users.id,
      email: users.email,
      firstName: users.firstName,
      lastName: users.lastName,
      role: users.role,
      membership: users.membership,
      membershipLevel: users.membershipLevel,
      hasBought: sql<boolean>`${users.lastOrderAt} is not null`,
      inCart: sql<number>`(select coalesce(sum(${cartLines.quantity} + ${cartLines.later}), 0)::int from ${cartLines}
        where ${cartLines.userId} = ${users.id})`,
      previewOpen: sessions.previewOpen,
      duties: sql<Duty[]>`case when ${users.role} = 'staff' then array(
        select duty from ${staffDuties} where ${staffDuties.userId} = ${users.id}) else '{}' end`,
      isLimited: sql<boolean>`${sessions.origin} = 'purchase-link'`,
      codeEnteredAt: sessions.codeEnteredAt,
      hasFactor: sql<boolean>`${users.role} = 'staff' and ${hasFactor}`,
      needsFactor: sql<boolean>`${users.role} = 'staff' and not ${hasFactor} and ${isFactorRequired}`,
      beganAt: sessions.createdAt,
      renewedAt: sessions.updatedAt,
      expiresAt: sessions.expiresAt,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.token, sql.placeholder('token')), isLive(users), isAllowed))
    .prepare('viewer'),
)

/** The user of a login session, and the session's times, in one query; null when it is not valid. */
export async function viewerBySessionToken(db: Queryable, token: string) {
  const [row] = await viewerQuery(db).execute({ token })
  return row ?? null
}

const userQuery = prepared((db) =>
  db
    .select()
    .from(users)
    .where(and(eq(users.id, sql.placeholder('id')), isLive(users)))
    .prepare('user_by_id'),
)

export async function userById(db: Queryable, id: string): Promise<User | null> {
  const [row] = await userQuery(db).execute({ id })
  return row ?? null
}

export async function userByEmail(db: Queryable, email: string): Promise<User | null> {
  const [row] = await db.select().from(users).where(eq(users.email, email))
  return row ?? null
}

/** Locks a user's row until the transaction ends. False when there is no such user. */
export async function lockUser(tx: Transaction, id: string): Promise<boolean> {
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), isLive(users)))
    .for('update')
  return rows.length === 1
}

/** Marks a user's email as confirmed; `joinConfirmed` has to follow. */
export async function markEmailVerified(db: Queryable, id: string): Promise<void> {
  await db.update(users).set({ emailVerified: true }).where(eq(users.id, id))
}

/** Changes a user's email to a confirmed address; `joinConfirmed` has to follow. */
export async function changeEmail(db: Queryable, id: string, email: string): Promise<void> {
  // A second address of their own becomes the first.
  await db.delete(userEmails).where(and(eq(userEmails.email, email), eq(userEmails.userId, id)))
  await db
    .update(users)
    .set({ email, emailVerified: true, version: sql`version + 1`, updatedAt: sql`now()` })
    .where(eq(users.id, id))
}

/** Whether a write failed because another account has the email. */
export const isUserEmailTaken = (error: unknown): boolean =>
  isUniqueViolation(error, 'users_email_unique')

/** Sets a role. False when the user has it already. */
export async function changeRole(db: Queryable, id: string, role: User['role']): Promise<boolean> {
  const changed = await db
    .update(users)
    .set({ role, updatedAt: sql`now()` })
    .where(and(eq(users.id, id), ne(users.role, role)))
  return changed.rowCount === 1
}

/** SQL condition: the address is no second address, which a trigger would reject. */
export const isNoSecondAddress = (email: string) =>
  sql`not exists (select from ${userEmails} where ${userEmails.email} = ${email})`

type NewUser = {
  email: string
  firstName: string
  lastName: string
  passwordHash: string
  role?: 'member' | 'staff'
}

/**
 * Inserts a user with a password, in one statement, so that neither exists alone. Returns the id; null when
 * the email is taken.
 */
export async function insertUserWithPassword(db: Queryable, user: NewUser): Promise<string | null> {
  const result = await db.execute<{ user_id: string }>(sql`
    with person as (
      insert into ${users} (name, email, first_name, last_name, role)
      select ${`${user.firstName} ${user.lastName}`.trim()}, ${user.email}, ${user.firstName},
        ${user.lastName}, ${user.role ?? 'member'} where ${isNoSecondAddress(user.email)}
      on conflict (email) do nothing
      returning id
    )
    insert into ${identities} (user_id, account_id, provider_id, password)
    select id, id::text, 'credential', ${user.passwordHash} from person
    returning user_id`)
  return result.rows[0]?.user_id ?? null
}

/** Saves the id of a payment customer, and the hash of its profile, unless the user has one. Returns the stored id. */
export async function savePaymentCustomer(
  db: Queryable,
  userId: string,
  customerId: string,
  profile: string,
): Promise<string | null> {
  const [row] = await db
    .update(users)
    .set({
      stripeCustomerId: sql`coalesce(${users.stripeCustomerId}, ${customerId})`,
      paymentProfile: sql`case when ${users.stripeCustomerId} is null then ${profile}
        else ${users.paymentProfile} end`,
    })
    .where(eq(users.id, userId))
    .returning({ stripeCustomerId: users.stripeCustomerId })
  return row?.stripeCustomerId ?? null
}

/** Removes the id of a payment customer that the provider has deleted. */
export async function clearPaymentCustomer(
  db: Queryable,
  userId: string,
  customerId: string,
): Promise<void> {
  await db
    .update(users)
    .set({ stripeCustomerId: null, paymentProfile: null })
    .where(and(eq(users.id, userId), eq(users.stripeCustomerId, customerId)))
}

/** Saves the hash of the profile that the payment customer has; null sends it again next time. */
export async function savePaymentProfile(
  db: Queryable,
  userId: string,
  paymentProfile: string | null,
): Promise<void> {
  await db.update(users).set({ paymentProfile }).where(eq(users.id, userId))
}

/** The id of the user with this payment customer, or null. */
export async function userByCustomer(db: Queryable, customerId: string): Promise<string | null> {
  const [row] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.stripeCustomerId, customerId), isLive(users)))
  return row?.id ?? null
}

/** Name, email and club level of these users by id, without soft-deleted ones. */
export async function peopleById(
  db: Queryable,
  ids: readonly string[],
): Promise<Map<string, Pick<User, 'id' | 'firstName' | 'lastName' | 'email' | 'membershipLevel'>>> {
  const rows = await db
    .select({
      id: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
      membershipLevel: users.membershipLevel,
    })
    .from(users)
    .where(and(inArray(users.id, [...ids]), isLive(users)))
  return new Map(rows.map((row) => [row.id, row]))
}
