import { mayBecome } from '#catalogue/on-sale/release.rules.ts'
import {
  approvalForm,
  approvalToDecide,
  demandAsker,
  giveApproval,
} from '#orders/approvals/approvals.actions.server.ts'
import { notThere } from '#platform/action/refusal.ts'
import { staffWork } from '#platform/action/staff-action.server.ts'
import { writeAuditEntry } from '#platform/audit/audit-log.store.server.ts'

import { endPromises } from '../allocations/promises.store.server.ts'
import { releaseSubject } from '../log.copy.ts'
import { wrongState } from './change-release-state.actions.server.ts'
import { lockStaffRelease, raiseVersion } from './staff-releases.store.server.ts'

/** Ends the release whose end a colleague requested; its row is locked first. */
export const approveEnd = staffWork({
  needs: 'manage-releases',
  fresh: true,
  log: 'approval-given',
  form: approvalForm,
  async run({ services: { db }, viewer, audit }, asked) {
    const approval = await approvalToDecide(db, viewer, asked, { kind: 'end-release' })
    await db.transaction(async (tx) => {
      const release = await lockStaffRelease(tx, approval.subject)
      if (!release) throw notThere()
      await demandAsker(tx, approval)
      if (!mayBecome(release.state, 'ended')) throw wrongState()
      await giveApproval(tx, { viewer, audit }, approval)
      await raiseVersion(tx, release.id, { state: 'ended' })
      const by = { id: approval.askedBy, email: approval.askedByEmail ?? '' }
      const subject = releaseSubject(release.id, release.fields.name)
      await writeAuditEntry(tx, by, 'release-ended', subject, {
        before: { state: release.state },
        after: { state: 'ended', approvedBy: viewer.email },
      })
    })
    await endPromises(db)
  },
  say: () => 'The release has ended.',
})
