import type { LogContribution } from '#platform/audit/audit.rules.ts'

/** What staff do here, as the audit log has it. */
const actions = {
  'month-closed': ['Month closed', 'closed the accounts of', ''],
  'month-reopened': ['Month opened again', 'reopened the accounts of', ''],
} as const

declare module '#platform/audit/audit.rules.ts' {
  interface AuditActions extends Record<keyof typeof actions, true> {}
}

export const accountingLog: LogContribution = {
  actions,
}
