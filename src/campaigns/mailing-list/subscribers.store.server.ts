import { eq, lte, sql } from 'drizzle-orm'

import { addressIn } from '#platform/address/address.rules.ts'
import type { Queryable, Transaction } from '#platform/database/connection.server.ts'
import { mailingListClients } from '#platform/database/people.tables.ts'
import { isUniqueViolation } from '#platform/database/unique-violation.ts'
import { isUuid } from '#platform/database/uuid.ts'

import type { Subscriber, SubscriberFields } from './subscriber.rules.ts'

type Row = typeof mailingListClients.$inferSelect

const subscriberOf = (row: Row): Subscriber => ({
  id: row.id,
  version: row.version,
  savedAt: row.updatedAt,
  fields: {
    fullname: row.fullName,
    firstname: row.firstName,
    lastname: row.lastName,
    email: row.email,
    phone: row.phone,
    ...addressIn(row),
    country: row.country,
  },
  consent: { source: row.consentSource, wording: row.consentWording, at: row.consentedAt },
  leftAt: row.unsubscribedAt,
})

/** The columns of the form's fields. */
export const subscriberColumns = (fields: SubscriberFields) =>
  ({
    fullName: fields.fullname,
    firstName: fields.firstname,
    lastName: fields.lastname,
    email: fields.email,
    phone: fields.phone,
    ...addressIn(fields),
    country: fields.country,
  }) satisfies Partial<Row>

/** A subscriber's record, or null when there is none of that id. */
export async function subscriberById(db: Queryable, id: string): Promise<Subscriber | null> {
  if (!isUuid(id)) return null
  const [row] = await db.select().from(mailingListClients).where(eq(mailingListClients.id, id))
  return row ? subscriberOf(row) : null
}

/** The same, its row locked. */
export async function lockSubscriber(tx: Transaction, id: string): Promise<Subscriber | null> {
  if (!isUuid(id)) return null
  const [row] = await tx
    .select()
    .from(mailingListClients)
    .where(eq(mailingListClients.id, id))
    .for('update')
  return row ? subscriberOf(row) : null
}

/** Updates a subscriber's fields and raises the version. */
export async function writeSubscriber(
  tx: Transaction,
  id: string,
  fields: SubscriberFields,
): Promise<Subscriber> {
  const [row] = await tx
    .update(mailingListClients)
    .set({ ...subscriberColumns(fields), version: sql`version + 1`, updatedAt: sql`now()` })
    .where(eq(mailingListClients.id, id))
    .returning()
  return subscriberOf(row!)
}

/** Whether a write failed because another subscriber has the email. */
export const isSubscriberEmailTaken = (error: unknown): boolean =>
  isUniqueViolation(error, 'mailing_list_clients_email_unique')

/**
 * Deletes subscribers whom a shop of the release before deleted, once they are due: they have a prefix before
 * their email. Returns their emails without it.
 */
export async function deleteSubscribersWaiting(tx: Transaction, now: Date): Promise<string[]> {
  const erased = await tx
    .delete(mailingListClients)
    .where(lte(mailingListClients.eraseAt, now))
    .returning({ email: sql<string>`regexp_replace(${mailingListClients.email}, '^deleted:', '')` })
  return erased.map(({ email }) => email)
}
