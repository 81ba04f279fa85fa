import { and, eq, sql } from 'drizzle-orm'

import type { Subscriber, SubscriberFields } from './subscriber.rules.ts'

import type { Queryable, Transaction } from '#platform/database/connection.server.ts'
import { mailingListClients } from '#platform/database/people.tables.ts'
import { isUniqueViolation } from '#platform/database/unique-violation.ts'
import { isUuid } from '#platform/database/uuid.ts'

import { isLive } from '#accounts/users/soft-delete.store.server.ts'

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
    address: row.address,
    addressExtra: row.addressExtra,
    city: row.city,
    state: row.state,
    zipCode: row.zipCode,
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
    address: fields.address,
    addressExtra: fields.addressExtra,
    city: fields.city,
    state: fields.state,
    zipCode: fields.zipCode,
    country: fields.country,
  }) satisfies Partial<Row>

/** A subscriber's record, or null when there is none of that id. */
export async function subscriberById(db: Queryable, id: string): Promise<Subscriber | null> {
  if (!isUuid(id)) return null
  const [row] = await db
    .select()
    .from(mailingListClients)
    .where(and(eq(mailingListClients.id, id), isLive(mailingListClients)))
  return row ? subscriberOf(row) : null
}

/** The same, its row locked. */
export async function lockSubscriber(tx: Transaction, id: string): Promise<Subscriber | null> {
  if (!isUuid(id)) return null
  const [row] = await tx
    .select()
    .from(mailingListClients)
    .where(and(eq(mailingListClients.id, id), isLive(mailingListClients)))
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
