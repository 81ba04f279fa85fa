import { and, eq, isNotNull, isNull, or, sql } from 'drizzle-orm'

import type { Queryable } from '#platform/database/connection.server.ts'
import { mailingListClients, users } from '#platform/database/people.tables.ts'
import { firstWord } from '#platform/text/person-name.rules.ts'

import { isLive } from '../users/soft-delete.store.server.ts'

/** The last name is not guessed: a full name does not say where it begins. */
type NewSubscriber = {
  fullName: string
  firstName: string
  email: string
  consentSource: string
  consentWording: string
}

const confirmedOwner = (email: string) =>
  sql`(select id from ${users} where email = ${email} and email_verified and erase_at is null)`

/**
 * Inserts a mailing-list subscriber. False, and nothing is changed, when the address has a record, subscribed
 * or not.
 */
export async function insertSubscriber(db: Queryable, subscriber: NewSubscriber): Promise<boolean> {
  const rows = await db
    .insert(mailingListClients)
    .values({ ...subscriber, userId: confirmedOwner(subscriber.email) })
    .onConflictDoNothing({ target: mailingListClients.email })
    .returning({ id: mailingListClients.id })
  return rows.length > 0
}

type ListAddress = { id: string; email: string }

/**
 * The address of an unsubscribe link, by the id of a list record or a confirmed account; of one that was merged,
 * the address of the other.
 */
export async function listAddressById(db: Queryable, id: string): Promise<ListAddress | null> {
  const [row] = await db
    .select({ id: mailingListClients.id, email: mailingListClients.email })
    .from(mailingListClients)
    .where(eq(mailingListClients.id, id))
  if (row) return row
  const [owner] = await db
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(
      and(
        or(
          eq(users.id, id),
          sql`${users.id} in (select into_user from person_merges
            where from_user = ${id} and undone_at is null)`,
        ),
        eq(users.emailVerified, true),
        isLive(users),
      ),
    )
  return owner ?? null
}

/** Unsubscribes an address. False when it was not subscribed. */
export async function leaveList(db: Queryable, email: string): Promise<boolean> {
  const left = await db
    .update(mailingListClients)
    .set({ unsubscribedAt: sql`now()`, updatedAt: sql`now()`, version: sql`version + 1` })
    .where(and(eq(mailingListClients.email, email), isNull(mailingListClients.unsubscribedAt)))
  return left.rowCount === 1
}

/**
 * Subscribes an address with a new consent: updates its record if it is not subscribed or, with a name,
 * inserts one.
 */
export async function putOnList(
  db: Queryable,
  email: string,
  consent: Pick<NewSubscriber, 'consentSource' | 'consentWording'>,
  fullName: string | null,
): Promise<void> {
  if (fullName !== null) {
    const firstName = firstWord(fullName)
    if (await insertSubscriber(db, { fullName, firstName, email, ...consent })) return
  }
  await db
    .update(mailingListClients)
    .set({
      ...consent,
      consentedAt: sql`now()`,
      unsubscribedAt: null,
      byEmail: true,
      updatedAt: sql`now()`,
      version: sql`version + 1`,
    })
    .where(
      and(
        eq(mailingListClients.email, email),
        or(isNotNull(mailingListClients.unsubscribedAt), eq(mailingListClients.byEmail, false)),
      ),
    )
}

/** Links the list record with the address of this confirmed account, and unlinks records of other addresses. */
export async function joinListRecord(db: Queryable, userId: string): Promise<void> {
  await db.execute(sql`
    update ${mailingListClients} as list set user_id = null from ${users} as owner
    where list.user_id = ${userId} and owner.id = ${userId}
      and not (owner.email = list.email and owner.email_verified)`)
  await db.execute(sql`
    update ${mailingListClients} as list set user_id = owner.id from ${users} as owner
    where owner.id = ${userId} and owner.email_verified and owner.erase_at is null
      and list.email = owner.email and list.user_id is null`)
}

/**
 * Gives the list record of an account its new address, unless that has a record itself. Returns its id, or null.
 */
export async function moveListRecord(
  db: Queryable,
  userId: string,
  email: string,
): Promise<string | null> {
  const { rows } = await db.execute<{ id: string }>(sql`
    update ${mailingListClients} as list
    set email = ${email}, version = version + 1, updated_at = now()
    where user_id = ${userId} and not exists (
      select from ${mailingListClients} as other where other.email = ${email})
    returning id`)
  return rows[0]?.id ?? null
}

/** Links a list record, after a change of its address, with the confirmed account of that address, if any. */
export async function joinByAddress(db: Queryable, subscriberId: string): Promise<void> {
  await db.execute(sql`
    update ${mailingListClients} as list
    set user_id = (select id from ${users} where email = list.email and email_verified
      and erase_at is null)
    where list.id = ${subscriberId}`)
}

/** Deletes the list record of an address. False when there was none. */
export async function eraseListRecord(db: Queryable, email: string): Promise<boolean> {
  const erased = await db.delete(mailingListClients).where(eq(mailingListClients.email, email))
  return erased.rowCount === 1
}
