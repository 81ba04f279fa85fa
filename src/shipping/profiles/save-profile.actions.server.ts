import { writeAuditEntry } from '#platform/audit/audit-log.store.server.ts'
import type { ProfileFields, SavedProfile } from './shipper-profiles.store.server.ts'
import {
  allProfiles,
  insertProfile,
  profileById,
  updateProfile,
} from './shipper-profiles.store.server.ts'
import { may } from '#platform/access/access.rules.ts'

import { auditSubject } from '#platform/audit/audit-subjects.ts'
import type { Outcome, Services, Staff } from '#platform/services/services.ts'

type SavedProfileResult = Outcome<
  'not-staff' | 'gone' | 'name' | 'name-taken' | 'saved-elsewhere',
  { profile: SavedProfile }
>

const maxName = 60

/** Saves a shipper's file format; without an id it is a new one. Only for staff. */
export async function saveProfile(
  { db }: Services,
  viewer: Staff,
  { id, version, fields }: { id: string | null; version: number; fields: ProfileFields },
): Promise<SavedProfileResult> {
  if (!may(viewer, 'ship-orders')) return { ok: false, reason: 'not-staff' }
  const name = fields.name.trim()
  if (!name || name.length > maxName) return { ok: false, reason: 'name' }
  const isTaken = (await allProfiles(db)).some((one) => one.name === name && one.id !== id)
  if (isTaken) return { ok: false, reason: 'name-taken' }
  return db.transaction(async (tx): Promise<SavedProfileResult> => {
    const before = id === null ? null : await profileById(tx, id)
    if (id !== null && !before) return { ok: false, reason: 'gone' }
    const saved = before
      ? await updateProfile(tx, { id: before.id, version }, { ...fields, name })
      : await insertProfile(tx, { ...fields, name })
    if (!saved) return { ok: false, reason: before ? 'saved-elsewhere' : 'name-taken' }
    await writeAuditEntry(
      tx,
      viewer,
      'shipper-profile-saved',
      auditSubject('shipper-profile', saved.id, saved.name),
      { before: before && { ...before }, after: { ...saved } },
    )
    return { ok: true, profile: saved }
  })
}

/** Every shipper profile. Only for staff. */
export async function viewProfiles(
  { db }: Services,
  viewer: Staff,
): Promise<Outcome<'not-staff', { profiles: SavedProfile[] }>> {
  if (!may(viewer, 'ship-orders')) return { ok: false, reason: 'not-staff' }
  return { ok: true, profiles: await allProfiles(db) }
}
