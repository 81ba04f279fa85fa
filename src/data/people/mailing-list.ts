import { and, eq, isNotNull, isNull, or, sql } from 'drizzle-orm'

import type { Queryable } from '#data/connection.server.ts'
import { mailingListClients, users } from '#data/schema/people.ts'
import { firstWord, laterWords } from '#domain/people/person-name.ts'

import { isLive } from './soft-delete.ts'

export type NewSubscriber = {
  fullName: string
  firstName: string
  lastName: string
  email: string
  consentSource: string
  consentWording: string
}

const confirmedOwner = (email: string) =>
  sql`(select id from ${users} where email = ${email} and email_verified and erase_at is null)`

/**
 * Adds a mailing-list subscriber, one per email. False when the address has a record already,
 * subscribed or not: nothing is changed then.
 */
export async function insertSubscriber(db: Queryable, subscriber: NewSubscriber): Promise<boolean> {
  const rows = await db
    .insert(mailingListClients)
    .values({ ...subscriber, userId: confirmedOwner(subscriber.email) })
    .onConflictDoNothing({ target: mailingListClients.email })
    .returning({ id: mailingListClients.id })
  return rows.length > 0
}

export type ListAddress = { id: string; email: string }

/** Whose unsubscribe link it is: a list record's or, of an address without one, an account's. */
export async function listAddressById(db: Queryable, id: string): Promise<ListAddress | null> {
  const [row] = await db
    .select({ id: mailingListClients.id, email: mailingListClients.email })
    .from(mailingListClients)
    .where(and(eq(mailingListClients.id, id), isLive(mailingListClients)))
  if (row) return row
  const [owner] = await db
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(and(eq(users.id, id), eq(users.emailVerified, true), isLive(users)))
  return owner ?? null
}

/** Takes an address off the list; the time of the first request is kept. False when it was not on it. */
export async function leaveList(db: Queryable, email: string): Promise<boolean> {
  const left = await db
    .update(mailingListClients)
    .set({ unsubscribedAt: sql`now()`, updatedAt: sql`now()`, version: sql`version + 1` })
    .where(and(eq(mailingListClients.email, email), isNull(mailingListClients.unsubscribedAt)))
  return left.rowCount === 1
}

/**
 * Puts an address on the list with a new consent: its record if it has one and is not on it, else,
 * with a name, a new record.
 */
export async function putOnList(
  db: Queryable,
  email: string,
  consent: Pick<NewSubscriber, 'consentSource' | 'consentWording'>,
  fullName: string | null,
): Promise<void> {
  if (fullName !== null) {
    const firstName = firstWord(fullName)
    const lastName = laterWords(fullName)
    if (await insertSubscriber(db, { fullName, firstName, lastName, email, ...consent })) return
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
        isLive(mailingListClients),
        or(isNotNull(mailingListClients.unsubscribedAt), eq(mailingListClients.byEmail, false)),
      ),
    )
}

/** Joins the list record that has the address of this confirmed account, and parts it from others. */
export async function joinListRecord(db: Queryable, userId: string): Promise<void> {
  await db.execute(sql`
    update ${mailingListClients} as list set user_id = null from ${users} as owner
    where list.user_id = ${userId} and owner.id = ${userId}
      and not (owner.email = list.email and owner.email_verified)`)
  await db.execute(sql`
    update ${mailingListClients} as list set user_id = owner.id from ${users} as owner
    where owner.id = ${userId} and owner.email_verified and owner.erase_at is null
      and list.email = owner.email and list.erase_at is null and list.user_id is null`)
}

/** Joins a list record, whose address was changed, with that address's confirmed account, if any. */
export async function joinByAddress(db: Queryable, subscriberId: string): Promise<void> {
  await db.execute(sql`
    update ${mailingListClients} as list
    set user_id = (select id from ${users} where email = list.email and email_verified
      and erase_at is null)
    where list.id = ${subscriberId}`)
}

/** Erases the list record of an address, at its owner's wish. False when there was none. */
export async function eraseListRecord(db: Queryable, email: string): Promise<boolean> {
  const erased = await db
    .delete(mailingListClients)
    .where(and(eq(mailingListClients.email, email), isLive(mailingListClients)))
  return erased.rowCount === 1
}
