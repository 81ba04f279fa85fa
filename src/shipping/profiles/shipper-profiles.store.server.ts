import { and, asc, eq, ne, sql } from 'drizzle-orm'

import type { Queryable, Transaction } from '#platform/database/connection.server.ts'
import { isUuid } from '#platform/database/uuid.ts'

import { shipperProfiles } from '../handover/tables.ts'

export type SavedProfile = typeof shipperProfiles.$inferSelect
type ProfileFields = Omit<SavedProfile, 'id' | 'version'>

/** All profiles by name. */
export async function allProfiles(db: Queryable): Promise<SavedProfile[]> {
  return db.select().from(shipperProfiles).orderBy(asc(shipperProfiles.name))
}

export async function profileById(db: Queryable, id: string): Promise<SavedProfile | null> {
  if (!isUuid(id)) return null
  const [row] = await db.select().from(shipperProfiles).where(eq(shipperProfiles.id, id))
  return row ?? null
}

/** Whether another profile than this has the name. */
export const isNameTaken = async (
  db: Queryable,
  name: string,
  own: Pick<SavedProfile, 'id'> | null,
): Promise<boolean> => {
  const isNamed = eq(shipperProfiles.name, name)
  const count = await db.$count(
    shipperProfiles,
    own ? and(isNamed, ne(shipperProfiles.id, own.id)) : isNamed,
  )
  return count > 0
}

/** Inserts a profile. Null when the name exists. */
export async function insertProfile(
  tx: Transaction,
  fields: ProfileFields,
): Promise<SavedProfile | null> {
  const [row] = await tx.insert(shipperProfiles).values(fields).onConflictDoNothing().returning()
  return row ?? null
}

/** Updates a profile if its version is unchanged (optimistic locking); else null. */
export async function updateProfile(
  tx: Transaction,
  { id, version }: Pick<SavedProfile, 'id' | 'version'>,
  fields: ProfileFields,
): Promise<SavedProfile | null> {
  const [row] = await tx
    .update(shipperProfiles)
    .set({ ...fields, version: sql`version + 1` })
    .where(and(eq(shipperProfiles.id, id), eq(shipperProfiles.version, version)))
    .returning()
  return row ?? null
}
