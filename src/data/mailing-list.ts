import { sql } from 'drizzle-orm'

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
