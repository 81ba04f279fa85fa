export { addStaffAccount } from './add-staff-account.ts'
export { assignDuties, viewStaff } from './assign-duties.ts'
export {
  acceptInvitation,
  inviteStaff,
  viewInvitation,
  viewInvitations,
  withdrawInvitation,
} from './invite-staff.ts'
export { keepRunningTotals } from './keep-running-totals.ts'
export { openTimedTasks, repairTasks } from './keep-tasks.ts'
export {
  isSecondFactorRequired,
  removeSecondFactor,
  requireSecondFactor,
} from './second-factor-of-staff.ts'
export { setRole } from './set-role.ts'
export {
  setApprovalRules,
  viewApprovalRules,
} from '#platform/approvals/approvals.actions.server.ts'
export { decideApproval } from '#platform/approvals/decide-approval.actions.server.ts'
export { beginTask, countOwnTasks, returnTask, viewTasks } from './tasks.ts'
export { exportList, exportNeedsCode, viewList } from '#platform/list/view-list.actions.server.ts'
export { viewOwnStaffData } from './view-own-staff-data.ts'
export { viewOverview } from './view-overview.ts'
export { turnAlarmEmails, viewAlarms, watchAlarms } from './watch-alarms.ts'
