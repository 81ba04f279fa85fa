import { and, eq, inArray, isNull, lt, ne, or, sql } from 'drizzle-orm'

import type { Queryable } from '#platform/database/connection.server.ts'
import { deleteUnlocked } from '#platform/database/delete-unlocked.server.ts'
import { mailingListClients, users } from '#platform/database/people.tables.ts'

import { sessions } from '../sign-in/tables.ts'
import type { EntryPurpose } from './entry-link.rules.ts'
import { entryLinks } from './tables.ts'

export type NewEntryLink = Pick<
  typeof entryLinks.$inferInsert,
  | 'tokenHash'
  | 'purpose'
  | 'userId'
  | 'subscriberId'
  | 'email'
  | 'releaseId'
  | 'returnTo'
  | 'campaignId'
> & { expiresAt: Date }

export async function insertEntryLinks(
  db: Queryable,
  links: readonly NewEntryLink[],
): Promise<void> {
  if (links.length > 0) await db.insert(entryLinks).values([...links])
}

/** Emails by id of those users who may be sent purchase links: customers with a confirmed address. */
export async function whoMayEnterByLink(
  db: Queryable,
  userIds: readonly string[],
): Promise<Map<string, string>> {
  if (userIds.length === 0) return new Map()
  const rows = await db
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(
      and(inArray(users.id, [...userIds]), eq(users.emailVerified, true), eq(users.role, 'member')),
    )
  return new Map(rows.map(({ id, email }) => [id, email]))
}

/** A usable link and its person. */
export type EntryLink = {
  purpose: EntryPurpose
  email: string
  subscriberId: string | null
  releaseId: string | null
  returnTo: string | null
  expiresAt: Date
  boundTo: string | null
  /** Names from the account, else from the list record. */
  firstName: string
  lastName: string
  /** Null where the address has no account. */
  account: { id: string; isConfirmed: boolean } | null
}

type Row = Omit<EntryLink, 'account' | 'expiresAt'> & {
  expiresAt: string
  accountId: string | null
  isConfirmed: boolean | null
}

/**
 * The usable link of this hash. Null when it is unknown, expired, revoked or used, its release has closed, or
 * its person is deleted, has another address or is staff.
 */
export async function usableEntryLink(
  db: Queryable,
  tokenHash: string,
  now: Date,
): Promise<EntryLink | null> {
  const { rows } = await db.execute<Row>(sql`
    select l.purpose, l.email, l.subscriber_id as "subscriberId", l.release_id as "releaseId",
      l.return_to as "returnTo", l.expires_at as "expiresAt", l.bound_to as "boundTo",
      coalesce(u.first_name, c.first_name) as "firstName",
      coalesce(u.last_name, c.last_name) as "lastName",
      u.id as "accountId", u.email_verified as "isConfirmed"
    from entry_links as l
    left join releases as r on r.id = l.release_id
    left join mailing_list_clients as c on c.id = l.subscriber_id and c.email = l.email
    left join user_emails as second on second.email = l.email
    left join users as u on u.erase_at is null and (l.user_id is null or u.id = l.user_id)
      and u.id = coalesce(second.user_id, (select id from users where email = l.email))
    where l.token_hash = ${tokenHash} and l.revoked_at is null
      and l.expires_at > ${now.toISOString()}
      and (l.purpose = 'purchase' or l.used_at is null)
      and (r.id is null or r.state <> 'ended' and r.closes_at > ${now.toISOString()})
      and (u.id is not null or l.user_id is null and c.id is not null)
      and u.role is distinct from 'staff'`)
  const row = rows[0]
  if (!row) return null
  const { accountId, isConfirmed, expiresAt, ...link } = row
  return {
    ...link,
    expiresAt: new Date(expiresAt),
    account: accountId ? { id: accountId, isConfirmed: isConfirmed === true } : null,
  }
}

/**
 * Binds a link to a browser and records its use, in one statement: of two browsers one gets false, and a
 * sign-in link is used once.
 */
export async function useEntryLink(
  db: Queryable,
  tokenHash: string,
  { browserHash, userId, now }: { browserHash: string; userId: string; now: Date },
): Promise<boolean> {
  const used = await db.execute(sql`
    update ${entryLinks} set bound_to = ${browserHash}, user_id = ${userId},
      used_at = coalesce(used_at, ${now.toISOString()})
    where token_hash = ${tokenHash} and revoked_at is null and expires_at > ${now.toISOString()}
      and (bound_to is null or bound_to = ${browserHash})
      and (user_id is null or user_id = ${userId})
      and (purpose = 'purchase' or used_at is null)`)
  return used.rowCount === 1
}

/** In place of a browser's hash: the link works in no browser. */
const loggedOut = 'logged-out'

/**
 * On logout of a session that a purchase link opened: disables that link and others of the same user in this
 * browser.
 */
export async function retireLinksOfSession(db: Queryable, sessionToken: string): Promise<void> {
  await db.execute(sql`
    update ${entryLinks} as l set bound_to = ${loggedOut}
    from ${sessions} as s join ${entryLinks} as own on own.token_hash = s.entry_link
    where s.token = ${sessionToken} and l.user_id = s.user_id and l.bound_to = own.bound_to`)
}

/**
 * Revokes a user's links, such as after a new password, including those sent to their list record before the
 * account existed; not the one of `exceptHash`.
 */
export async function revokeEntryLinksOf(
  db: Queryable,
  userId: string,
  exceptHash?: string,
): Promise<void> {
  const ownRecord = db
    .select({ id: mailingListClients.id })
    .from(mailingListClients)
    .where(eq(mailingListClients.userId, userId))
  await db
    .update(entryLinks)
    .set({ revokedAt: sql`now()` })
    .where(
      and(
        isNull(entryLinks.revokedAt),
        exceptHash === undefined ? undefined : ne(entryLinks.tokenHash, exceptHash),
        or(
          eq(entryLinks.userId, userId),
          and(isNull(entryLinks.userId), inArray(entryLinks.subscriberId, ownRecord)),
        ),
      ),
    )
}

/** Whether a link was not revoked, as by recovery. */
export async function isEntryLinkValid(db: Queryable, tokenHash: string): Promise<boolean> {
  const rows = await db
    .select({ tokenHash: entryLinks.tokenHash })
    .from(entryLinks)
    .where(and(eq(entryLinks.tokenHash, tokenHash), isNull(entryLinks.revokedAt)))
  return rows.length === 1
}

export async function deleteEntryLinksBefore(db: Queryable, moment: Date): Promise<void> {
  await deleteUnlocked(db, entryLinks, entryLinks.tokenHash, lt(entryLinks.expiresAt, moment))
}

/** A user's links with their times, for the export of their data. */
export const entryLinksOf = (db: Queryable, userId: string) =>
  db
    .select({
      purpose: entryLinks.purpose,
      madeAt: entryLinks.madeAt,
      usedAt: entryLinks.usedAt,
      expiresAt: entryLinks.expiresAt,
    })
    .from(entryLinks)
    .where(eq(entryLinks.userId, userId))

/** Inserts a user without a password, whose address a link has confirmed. Returns the id; null when the email is taken. */
export async function insertUserFromLink(
  db: Queryable,
  { email, firstName, lastName }: { email: string; firstName: string; lastName: string },
): Promise<string | null> {
  const [row] = await db
    .insert(users)
    .values({
      name: `${firstName} ${lastName}`.trim(),
      email,
      emailVerified: true,
      firstName,
      lastName,
    })
    .onConflictDoNothing({ target: users.email })
    .returning({ id: users.id })
  return row?.id ?? null
}
