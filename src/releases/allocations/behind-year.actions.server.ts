import { writeAuditEntry } from '#platform/audit/audit-log.store.server.ts'
import {
  takeBehindYear,
  lockStaffRelease,
  raiseVersion,
} from '../release/staff-releases.store.server.ts'
import { may } from '#platform/access/access.rules.ts'

import { releaseSubject } from '../log.copy.ts'
import type { Outcome, Services, Staff } from '#platform/services/services.ts'

/**
 * Sets whether a draft is the preview that the secret prompt opens, instead of the shop's default text.
 * At most one draft is; choosing another replaces it. Only for staff.
 */
export async function setBehindYear(
  { db }: Services,
  viewer: Staff,
  id: string,
  { version, isBehind }: { version: number; isBehind: boolean },
): Promise<Outcome<'not-staff' | 'gone' | 'saved-elsewhere' | 'wrong-state'>> {
  if (!may(viewer, 'manage-releases')) return { ok: false, reason: 'not-staff' }
  return db.transaction(async (tx) => {
    const release = await lockStaffRelease(tx, id)
    if (!release) return { ok: false, reason: 'gone' }
    if (release.version !== version) return { ok: false, reason: 'saved-elsewhere' }
    if (isBehind && release.state !== 'draft') return { ok: false, reason: 'wrong-state' }
    if (isBehind) await takeBehindYear(tx)
    await raiseVersion(tx, id, { isBehindYear: isBehind })
    await writeAuditEntry(tx, viewer, 'release-updated', releaseSubject(id, release.fields.name), {
      before: { isBehindYear: !isBehind },
      after: { isBehindYear: isBehind },
    })
    return { ok: true }
  })
}
