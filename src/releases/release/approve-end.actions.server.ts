import type { Approval } from '#platform/approvals/approvals.store.server.ts'
import { endPromises } from '../allocations/promises.store.server.ts'
import { writeAuditEntry } from '#platform/audit/audit-log.store.server.ts'
import { releaseSubject } from '../log.copy.ts'
import { lockStaffRelease, raiseVersion } from './staff-releases.store.server.ts'
import { mayBecome } from '#catalogue/on-sale/release.rules.ts'
import {
  giveApproval,
  mayAskerStill,
  whyClosed,
} from '#orders/approvals/approvals.actions.server.ts'
import type { DecidedApproval } from '#orders/approvals/approvals.actions.server.ts'
import type { Services, Staff } from '#platform/services/services.ts'

/** Ends the release whose end a colleague requested; its row is locked first. */
export async function approveEnd(
  { db }: Services,
  viewer: Staff,
  approval: Approval,
): Promise<DecidedApproval> {
  const ended = await db.transaction(async (tx): Promise<DecidedApproval> => {
    const release = await lockStaffRelease(tx, approval.subject)
    if (!release) return { ok: false, reason: 'gone' }
    if (!(await mayAskerStill(tx, approval))) return { ok: false, reason: 'asker-gone' }
    const mayEnd = mayBecome(release.state, 'ended')
    if (!mayEnd) return { ok: false, reason: 'wrong-state' }
    if (!(await giveApproval(tx, viewer, approval))) {
      return { ok: false, reason: await whyClosed(tx, approval.id) }
    }
    const by = { id: approval.askedBy, email: approval.askedByEmail ?? '' }
    await raiseVersion(tx, release.id, { state: 'ended' })
    await writeAuditEntry(
      tx,
      by,
      'release-ended',
      releaseSubject(release.id, release.fields.name),
      {
        before: { state: release.state },
        after: { state: 'ended', approvedBy: viewer.email },
      },
    )
    return { ok: true }
  })
  if (ended.ok) await endPromises(db)
  return ended
}
