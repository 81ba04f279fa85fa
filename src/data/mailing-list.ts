import { and, eq, isNull, sql } from 'drizzle-orm'

import type { Queryable } from './connection.server.ts'
import { mailingListClients } from './schema/people.ts'

export type NewClient = {
  fullName: string
  firstName: string
  email: string
  consentSource: string
  consentWording: string
}

/**
 * Puts somebody on the list: one client per email. True when they were not on it, or had left;
 * someone who is on it already stays as they are.
 */
export async function insertMailingListClient(db: Queryable, client: NewClient): Promise<boolean> {
  const { consentSource, consentWording } = client
  const rows = await db
    .insert(mailingListClients)
    .values(client)
    .onConflictDoUpdate({
      target: mailingListClients.email,
      set: {
        consentSource,
        consentWording,
        consentedAt: sql`now()`,
        unsubscribedAt: null,
        updatedAt: sql`now()`,
        version: sql`${mailingListClients.version} + 1`,
      },
      setWhere: sql`${mailingListClients.unsubscribedAt} is not null`,
    })
    .returning({ id: mailingListClients.id })
  return rows.length > 0
}

export type ListStanding = { clientId: string; email: string; subscribed: boolean }

const standing = {
  clientId: mailingListClients.id,
  email: mailingListClients.email,
  subscribed: sql<boolean>`${mailingListClients.unsubscribedAt} is null`,
}

/** Whether this address is on the mailing list; null when it never was, or was deleted. */
export async function listStandingOf(db: Queryable, email: string): Promise<ListStanding | null> {
  const [row] = await db
    .select(standing)
    .from(mailingListClients)
    .where(eq(mailingListClients.email, email))
  return row ?? null
}

export async function listStandingById(
  db: Queryable,
  clientId: string,
): Promise<ListStanding | null> {
  const [row] = await db
    .select(standing)
    .from(mailingListClients)
    .where(eq(mailingListClients.id, clientId))
  return row ?? null
}

/** Takes a client off the list; the first time counts. */
export async function leaveList(db: Queryable, clientId: string): Promise<void> {
  await db
    .update(mailingListClients)
    .set({ unsubscribedAt: sql`now()`, updatedAt: sql`now()`, version: sql`version + 1` })
    .where(and(eq(mailingListClients.id, clientId), isNull(mailingListClients.unsubscribedAt)))
}
