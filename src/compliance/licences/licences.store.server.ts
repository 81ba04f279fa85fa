import { and, asc, eq, ne, sql } from 'drizzle-orm'

import { licences } from '#catalogue/destinations/state-rules/tables.ts'
import type { Queryable, Transaction } from '#platform/database/connection.server.ts'
import { isUuid } from '#platform/database/uuid.ts'

import type { LicenceFields } from './licence-form.rules.ts'
import { columnsOfLicence, fieldsOfLicence } from './licence-form.rules.ts'
import { firstReminder } from './licence.rules.ts'

type Row = typeof licences.$inferSelect

export type StaffLicence = { id: string; version: number; fields: LicenceFields }

const today = sql`day_in(${licences.state}, now())`
const endedBy = (day: ReturnType<typeof sql>) =>
  sql<boolean>`exists (select from ended_licence(${licences.state}, ${day}) as ended where ended.id = ${licences.id})`

/** A license without its document, and how it stands today. */
export const licenceColumns = {
  id: licences.id,
  holder: licences.holder,
  state: licences.state,
  kind: licences.kind,
  number: licences.number,
  from: licences.from,
  until: licences.until,
  reportsEvery: licences.reportsEvery,
  reportsDueDay: licences.reportsDueDay,
  coveredBy: licences.coveredBy,
  version: licences.version,
  daysLeft: sql<number>`${licences.until} - ${today}`,
  hasBegun: sql<boolean>`${licences.from} <= ${today}`,
  isSuspending: endedBy(today),
  isUnfollowed: endedBy(sql`${licences.until} + 1`),
  hasDocument: sql<boolean>`${licences.document} is not null`,
}

export const isEnded = sql`${licences.until} < ${today}`
export const isSuspending = sql`${endedBy(today)}`
export const endsSoon = sql`${licences.until} between ${today} and ${today} + ${sql.raw(String(firstReminder))}`

/** Licenses that end within 45 days of their state's own time, and have no successor and nothing that covers them. */
export async function licencesEndingSoon(db: Queryable, at: Date) {
  const day = sql`day_in(${licences.state}, ${at.toISOString()}::timestamptz)`
  const { id, holder, state, kind, number, until, isUnfollowed } = licenceColumns
  const daysLeft = sql<number>`${until} - ${day}`
  return db
    .select({ id, holder, state, kind, number, until, daysLeft })
    .from(licences)
    .where(sql`${daysLeft} between 0 and ${firstReminder} and ${isUnfollowed}`)
    .orderBy(until, id)
}

/** Licenses for a state, the one that ends last first. */
export const licencesOfState = (db: Queryable, state: string) =>
  db
    .select(licenceColumns)
    .from(licences)
    .where(eq(licences.state, state))
    .orderBy(sql`${licences.until} desc`, asc(licences.number))

const documentSha256 = sql<string>`coalesce(encode(sha256(${licences.document}), 'hex'), '')`

/** A license with how it stands today, and the SHA-256 of its document, empty without one. */
export async function licenceById(db: Queryable, id: string) {
  if (!isUuid(id)) return null
  const [row] = await db
    .select({ ...licenceColumns, documentSha256 })
    .from(licences)
    .where(eq(licences.id, id))
  return row ? { ...row, fields: fieldsOfLicence(row) } : null
}

export async function lockLicence(tx: Transaction, id: string): Promise<StaffLicence | null> {
  if (!isUuid(id)) return null
  const [row] = await tx.select().from(licences).where(eq(licences.id, id)).for('update')
  return row ? staffLicenceOf(row) : null
}

const staffLicenceOf = (row: Row): StaffLicence => ({
  id: row.id,
  version: row.version,
  fields: fieldsOfLicence(row),
})

/** Another license for the state with this number, however its letters are written. */
export async function licenceNumbered(
  tx: Transaction,
  { state, number }: Pick<LicenceFields, 'state' | 'number'>,
  own: string | null,
): Promise<StaffLicence | null> {
  const [row] = await tx
    .select()
    .from(licences)
    .where(
      and(
        eq(licences.state, state),
        sql`upper(${licences.number}) = upper(${number})`,
        own === null ? undefined : ne(licences.id, own),
      ),
    )
    .limit(1)
  return row ? staffLicenceOf(row) : null
}

export async function insertLicence(
  tx: Transaction,
  fields: LicenceFields,
  addedBy: string,
): Promise<StaffLicence> {
  const [row] = await tx
    .insert(licences)
    .values({ ...columnsOfLicence(fields), addedBy })
    .returning()
  return staffLicenceOf(row!)
}

export async function writeLicence(
  tx: Transaction,
  id: string,
  fields: LicenceFields,
): Promise<StaffLicence> {
  const [row] = await tx
    .update(licences)
    .set({ ...columnsOfLicence(fields), version: sql`version + 1` })
    .where(eq(licences.id, id))
    .returning()
  return staffLicenceOf(row!)
}

/** The document of a license, with what its file is called; null without one. */
export async function documentOf(
  db: Queryable,
  id: string,
): Promise<{ state: string; number: string; document: Buffer } | null> {
  if (!isUuid(id)) return null
  const [row] = await db
    .select({ state: licences.state, number: licences.number, document: licences.document })
    .from(licences)
    .where(eq(licences.id, id))
  return row?.document ? { ...row, document: row.document } : null
}

/** Replaces the document of a locked license. Returns the SHA-256 of the one before, and of this one. */
export async function replaceDocument(tx: Transaction, id: string, document: Buffer) {
  const isIt = eq(licences.id, id)
  const [before] = await tx.select({ documentSha256 }).from(licences).where(isIt)
  const [after] = await tx
    .update(licences)
    .set({ document })
    .where(isIt)
    .returning({ documentSha256 })
  return { before: before!.documentSha256, after: after!.documentSha256 }
}
