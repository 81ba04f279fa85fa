import { and, eq, isNull, sql } from 'drizzle-orm'

import type { Queryable } from '#data/connection.server.ts'
import { mailingListClients } from '#data/schema/people.ts'

import { isLive } from './soft-delete.ts'

export type NewSubscriber = {
  fullName: string
  firstName: string
  lastName: string
  email: string
  consentSource: string
  consentWording: string
}

/**
 * Adds a mailing-list subscriber, one per email. False when the address has a record already,
 * subscribed or not: nothing is changed then.
 */
export async function insertSubscriber(db: Queryable, subscriber: NewSubscriber): Promise<boolean> {
  const rows = await db
    .insert(mailingListClients)
    .values(subscriber)
    .onConflictDoNothing({ target: mailingListClients.email })
    .returning({ id: mailingListClients.id })
  return rows.length > 0
}

export type ListStatus = {
  subscriberId: string
  email: string
  firstName: string
  unsubscribedAt: Date | null
}

const status = {
  subscriberId: mailingListClients.id,
  email: mailingListClients.email,
  firstName: mailingListClients.firstName,
  // To the millisecond, as tokens carry it.
  unsubscribedAt: sql<Date | null>`date_trunc('milliseconds', ${mailingListClients.unsubscribedAt})`
    .mapWith(mailingListClients.unsubscribedAt)
    .as('left_at'),
}

/** The mailing-list record of an address; null when it was never on the list, or was deleted. */
export async function listStatusOf(db: Queryable, email: string): Promise<ListStatus | null> {
  const [row] = await db
    .select(status)
    .from(mailingListClients)
    .where(eq(mailingListClients.email, email))
  return row ?? null
}

export async function listStatusById(
  db: Queryable,
  subscriberId: string,
): Promise<ListStatus | null> {
  const [row] = await db
    .select(status)
    .from(mailingListClients)
    .where(and(eq(mailingListClients.id, subscriberId), isLive(mailingListClients)))
  return row ?? null
}

/** Takes a subscriber off the list; the time of the first request is kept. */
export async function leaveList(db: Queryable, subscriberId: string): Promise<void> {
  await db
    .update(mailingListClients)
    .set({ unsubscribedAt: sql`now()`, updatedAt: sql`now()`, version: sql`version + 1` })
    .where(and(eq(mailingListClients.id, subscriberId), isNull(mailingListClients.unsubscribedAt)))
}

/**
 * Puts a subscriber who left at that moment back on the list, with a new consent. Null when they
 * are on it, or have left again since.
 */
export async function rejoinList(
  db: Queryable,
  subscriberId: string,
  unsubscribedAt: Date,
  consent: Pick<NewSubscriber, 'consentSource' | 'consentWording'>,
): Promise<Pick<NewSubscriber, 'email' | 'firstName'> | null> {
  const [row] = await db
    .update(mailingListClients)
    .set({
      ...consent,
      consentedAt: sql`now()`,
      unsubscribedAt: null,
      updatedAt: sql`now()`,
      version: sql`version + 1`,
    })
    .where(
      and(
        eq(mailingListClients.id, subscriberId),
        isLive(mailingListClients),
        sql`date_trunc('milliseconds', ${mailingListClients.unsubscribedAt}) =
          ${unsubscribedAt.toISOString()}::timestamptz`,
      ),
    )
    .returning({ email: mailingListClients.email, firstName: mailingListClients.firstName })
  return row ?? null
}
