import { writeAuditEntry } from '#platform/audit/audit-log.store.server.ts'
import { takeOverAllocations } from './earlier-release.store.server.ts'
import { lockStaffRelease, staffReleaseById } from '../release/staff-releases.store.server.ts'
import { may } from '#platform/access/access.rules.ts'
import type { EarlierUnits } from '#catalogue/on-sale/allocation.rules.ts'

import { releaseSubject } from '../log.copy.ts'
import type { Outcome, Services, Staff } from '#platform/services/services.ts'

/** Copies the allocations of an earlier release to a draft. Only for staff. */
export async function takeOverFrom(
  { db }: Services,
  viewer: Staff,
  id: string,
  { from, units }: { from: string; units: EarlierUnits },
): Promise<Outcome<'not-staff' | 'gone' | 'fixed', { rows: number }>> {
  if (!may(viewer, 'manage-releases')) return { ok: false, reason: 'not-staff' }
  return db.transaction(async (tx) => {
    const release = await lockStaffRelease(tx, id)
    const source = await staffReleaseById(tx, from)
    if (!release || !source) return { ok: false, reason: 'gone' }
    const isDraft = release.state === 'draft' && release.fields.kind === 'allocated'
    if (!isDraft) return { ok: false, reason: 'fixed' }
    const rows = await takeOverAllocations(tx, { from, to: id, units, changedBy: viewer.email })
    // The same form again changes nothing and is not logged.
    if (rows === 0) return { ok: true, rows }
    await writeAuditEntry(
      tx,
      viewer,
      'allocations-built',
      releaseSubject(id, release.fields.name),
      { after: { from: source.fields.name, units, rows } },
    )
    return { ok: true, rows }
  })
}
