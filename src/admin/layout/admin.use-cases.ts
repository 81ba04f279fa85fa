export { addStaffAccount } from '../staff/add-staff-account.actions.server.ts'
export { assignDuties, viewStaff } from '../staff/assign-duties.actions.server.ts'
export {
  acceptInvitation,
  inviteStaff,
  viewInvitation,
  viewInvitations,
  withdrawInvitation,
} from '../staff/invite-staff.actions.server.ts'
export { openTimedTasks, repairTasks } from '../today/keep-tasks.actions.server.ts'
export {
  isSecondFactorRequired,
  removeSecondFactor,
  requireSecondFactor,
} from '../staff/second-factor-of-staff.actions.server.ts'
export { setRole } from '../staff/set-role.actions.server.ts'
export { setApprovalRules, viewApprovalRules } from '#orders/approvals/approvals.actions.server.ts'
export { decideApproval } from '../approvals/decide-approval.actions.server.ts'
export { exportList, exportNeedsCode, viewList } from '#platform/list/view-list.actions.server.ts'
export { turnAlarmEmails, viewAlarms, watchAlarms } from '../alarms/watch-alarms.actions.server.ts'
export { orderWines } from '../orders/order-wines.actions.server.ts'
