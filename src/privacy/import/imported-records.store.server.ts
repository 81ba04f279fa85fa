import { and, eq, getTableColumns, inArray, isNotNull, sql } from 'drizzle-orm'

import { writeConsents } from '#accounts/consent/consents.store.server.ts'
import { confirmedOwnersOf } from '#accounts/consent/email-permission.store.server.ts'
import { staffUserColumns } from '#accounts/users/staff-users.store.server.ts'
import { subscriberColumns } from '#campaigns/mailing-list/subscribers.store.server.ts'
import type { Transaction } from '#platform/database/connection.server.ts'
import { mailingListClients, users } from '#platform/database/people.tables.ts'

import type { ImportedCollection } from './export-rows.rules.ts'
import type { ImportedSubscriber } from './subscriber-document.rules.ts'
import { importedRecords } from './tables.ts'
import type { ImportedUser } from './user-document.rules.ts'

/** Key of an advisory lock: a second import waits for the first. */
const importLock = 4_611_686_020

export async function takeTurnToImport(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${importLock})`)
}

/** Ids among these documents that were imported before, also when their records were deleted since. */
export async function takenBefore(
  tx: Transaction,
  collection: ImportedCollection,
  documentIds: readonly string[],
): Promise<Set<string>> {
  const rows = await tx
    .select({ id: importedRecords.documentId })
    .from(importedRecords)
    .where(
      and(
        eq(importedRecords.collection, collection),
        inArray(importedRecords.documentId, [...documentIds]),
      ),
    )
  return new Set(rows.map(({ id }) => id))
}

export async function insertImportedRecord(
  tx: Transaction,
  collection: ImportedCollection,
  taken: readonly { documentId: string; recordId: string }[],
): Promise<void> {
  if (taken.length === 0) return
  await tx.insert(importedRecords).values(taken.map((row) => ({ collection, ...row })))
}

/** Wordings in the consent ledger: consent was given to the earlier site, or not recorded. */
const importWordings = {
  yes: 'Joined the mailing list on the earlier site',
  no: 'Refused emails on the earlier site',
  unknown: 'Imported without a recorded consent',
  account: 'Imported as the account of the address had it',
} as const

const importWording = (byEmail: boolean | null): string =>
  byEmail === null ? importWordings.unknown : importWordings[byEmail ? 'yes' : 'no']

/**
 * Inserts subscribers whose email is not in use on the list. Returns their ids by email. The record of a confirmed
 * account is its own, and what that has said about emails counts more than the list that is imported.
 */
export async function insertImportedSubscribers(
  tx: Transaction,
  subscribers: readonly ImportedSubscriber[],
  now: Date,
): Promise<Map<string, string>> {
  const emails = subscribers.map(({ fields }) => fields.email)
  const owners = new Map((await confirmedOwnersOf(tx, emails)).map((one) => [one.email, one]))
  const rows = subscribers.map(({ fields, byEmail, byPhone, joinedAt }) => {
    const { userId = null, verdict = null } = owners.get(fields.email) ?? {}
    return {
      ...subscriberColumns(fields),
      userId,
      consentSource: 'import',
      consentWording: verdict ? importWordings.account : importWording(byEmail),
      byEmail: verdict ? verdict === 'yes' : byEmail === true,
      byPhone,
      consentedAt: notAfter(now, joinedAt),
      createdAt: notAfter(now, joinedAt),
    }
  })
  const written = await insertNew(tx, mailingListClients, rows)
  const entries = rows.filter(({ email }) => written.has(email) && !owners.get(email)?.verdict)
  await writeConsents(
    tx,
    entries.map(({ email, byEmail, consentWording, consentedAt }) => ({
      email,
      kind: 'email',
      verdict: byEmail ? 'yes' : 'no',
      source: 'import',
      wording: consentWording,
      at: consentedAt,
    })),
  )
  return written
}

/** Ids among these payment customers that a user has. */
export async function customersTaken(
  tx: Transaction,
  customerIds: readonly string[],
): Promise<Set<string>> {
  if (customerIds.length === 0) return new Set()
  const rows = await tx
    .select({ id: users.stripeCustomerId })
    .from(users)
    .where(
      and(isNotNull(users.stripeCustomerId), inArray(users.stripeCustomerId, [...customerIds])),
    )
  return new Set(rows.map(({ id }) => id!))
}

/** A moment of the earlier database; now where it has none, or one to come: a consent of the future would outlast a later no. */
const notAfter = (now: Date, at: Date | null): Date => (at && at < now ? at : now)

/**
 * Inserts users whose email is not in use, without a password: they set one by password recovery. Returns
 * their ids by email.
 */
export async function insertImportedUsers(
  tx: Transaction,
  people: readonly ImportedUser[],
  now: Date,
): Promise<Map<string, string>> {
  const rows = people.map(({ fields, stripeCustomerId, subscription, registeredAt }) => ({
    ...staffUserColumns(fields),
    stripeCustomerId,
    subscription,
    createdAt: notAfter(now, registeredAt),
  }))
  return insertNew(tx, users, rows)
}

/**
 * Inserts rows of the same columns in one statement, except those whose email is in use, also as a second
 * address: that person's record and consent stay unchanged. Returns ids of inserted rows by email.
 */
async function insertNew(
  tx: Transaction,
  table: typeof users | typeof mailingListClients,
  rows: readonly Record<string, unknown>[],
): Promise<Map<string, string>> {
  if (!rows[0]) return new Map()
  const columns: Record<string, { name: string }> = getTableColumns(table)
  const nameOf = (key: string) => columns[key]!.name
  const names = sql.raw(
    Object.keys(rows[0])
      .map((key) => `"${nameOf(key)}"`)
      .join(', '),
  )
  const named = rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([key, value]) => [nameOf(key), value])),
  )
  const written = await tx.execute<{ id: string; email: string }>(sql`
    insert into ${table} (${names})
    select ${names} from jsonb_populate_recordset(null::${table}, ${JSON.stringify(named)}::jsonb) as row
    where not exists (select from user_emails as second where second.email = row.email)
    on conflict (email) do nothing
    returning id, email`)
  return new Map(written.rows.map(({ id, email }) => [email, id]))
}
