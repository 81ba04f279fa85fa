import { writeAuditEntry } from '#data/admin/audit-log.ts'
import {
  clientById,
  lockSubscriber,
  isClientEmailTaken,
  writeClient,
} from '#data/people/subscribers.ts'
import { may } from '#domain/admin/access.ts'
import type { Client, ClientFields } from '#domain/people/subscriber.ts'
import { checkClient } from '#domain/people/subscriber-form.ts'
import { changesBetween } from '#domain/admin/three-way-merge.ts'

import type { Services } from '#use-cases/services.ts'
import type { Staff } from '#use-cases/admin/record-log.ts'
import { byStaff, lastSavedBy } from '#use-cases/admin/record-log.ts'

export type ClientErrors = Partial<Record<keyof ClientFields, string>>

export type SavedClient =
  | { ok: true; client: Client }
  | { ok: false; reason: 'not-staff' | 'gone' | 'email-taken' }
  | { ok: false; reason: 'invalid'; errors: ClientErrors }
  /** Somebody saved since the form was opened: how it stands now, and who of the staff it was. */
  | { ok: false; reason: 'saved-elsewhere'; client: Client; by: string | null }

/**
 * Saves what staff typed of a client, if it is still the version the form was filled from, and
 * notes what changed. Saving what stands there already writes nothing. Only for staff.
 */
export async function saveClient(
  { db }: Services,
  viewer: Staff,
  id: string,
  { values, version }: { values: ClientFields; version: number },
): Promise<SavedClient> {
  if (!may(viewer.role, 'edit-subscribers')) return { ok: false, reason: 'not-staff' }
  const checked = checkClient(values)
  if (!checked.ok) {
    if (!(await clientById(db, id))) return { ok: false, reason: 'gone' }
    return { ok: false, reason: 'invalid', errors: checked.errors }
  }
  try {
    return await db.transaction(async (tx): Promise<SavedClient> => {
      const before = await lockSubscriber(tx, id)
      if (!before) return { ok: false, reason: 'gone' }
      if (before.version !== version) {
        const by = await lastSavedBy(tx, 'client', before)
        return { ok: false, reason: 'saved-elsewhere', client: before, by }
      }
      const changes = changesBetween(before.fields, checked.fields)
      if (!changes) return { ok: true, client: before }
      const client = await writeClient(tx, id, checked.fields)
      await writeAuditEntry(tx, {
        ...byStaff(viewer),
        ...changes,
        action: 'client-updated',
        subjectKind: 'client',
        subjectId: id,
        subjectLabel: `${before.fields.fullname} ${before.fields.email}`,
      })
      return { ok: true, client }
    })
  } catch (error) {
    if (isClientEmailTaken(error)) return { ok: false, reason: 'email-taken' }
    throw error
  }
}
