import { approvalsWith, forgetApprover } from '#platform/approvals/approvals.store.server.ts'
import type { PersonalData } from '#platform/module/personal-data.ts'
import { ifAny } from '#platform/module/personal-data.ts'

import { forgetTaker, tasksTakenBy } from './today/tasks.store.server.ts'
import { ownLog } from './you/own-log.store.server.ts'

/** What staff do. Their accounts are never merged. */
export const adminPersonalData: PersonalData = {
  tables: {
    tasks: { exported: true, erased: 'blanked', merged: 'left' },
    approvals: { exported: true, erased: 'blanked', merged: 'left' },
    audit_log: { exported: true, erased: 'kept', merged: 'left' },
  },
  exportUser: {
    tasksTaken: (db, userId) => ifAny(tasksTakenBy(db, userId)),
    secondApprovals: (db, userId) => ifAny(approvalsWith(db, userId)),
    logEntries: (db, userId) => ifAny(ownLog(db, userId)),
  },
  async eraseUser(tx, userId) {
    await forgetTaker(tx, userId)
    await forgetApprover(tx, userId)
  },
}
