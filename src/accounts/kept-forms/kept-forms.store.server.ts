import { and, eq, gt, lt } from 'drizzle-orm'

import type { Queryable } from '#platform/database/connection.server.ts'
import { keptForms } from '../sign-in/tables.ts'

export type KeptForm = typeof keptForms.$inferSelect

export async function insertKeptForm(db: Queryable, form: KeptForm): Promise<void> {
  await db.insert(keptForms).values(form)
}

/** Deletes an unexpired form of this page. Returns its fields, or null. */
export async function takeKeptForm(
  db: Queryable,
  { tokenHash, path, now }: { tokenHash: string; path: string; now: Date },
): Promise<KeptForm['fields'] | null> {
  const [row] = await db
    .delete(keptForms)
    .where(
      and(
        eq(keptForms.tokenHash, tokenHash),
        eq(keptForms.path, path),
        gt(keptForms.expiresAt, now),
      ),
    )
    .returning({ fields: keptForms.fields })
  return row?.fields ?? null
}

export async function deleteKeptFormsBefore(db: Queryable, moment: Date): Promise<void> {
  await db.delete(keptForms).where(lt(keptForms.expiresAt, moment))
}
