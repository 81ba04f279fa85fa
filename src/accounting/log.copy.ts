import type { AuditSubjectWords, LogContribution } from '#platform/audit/audit.rules.ts'
import { auditSubject } from '#platform/audit/audit.rules.ts'
import type { AccountingMonth } from '#platform/text/accounting-month.rules.ts'
import { monthName } from '#platform/text/accounting-month.rules.ts'

/** What staff do here, as the audit log has it. */
const actions = {
  'month-closed': ['Month closed', 'closed the accounts of', ''],
  'month-reopened': ['Month opened again', 'reopened the accounts of', ''],
} as const

/** What the log is about here: its page, and its name where that is not the label of the entry. */
const subjects = {
  'accounting-month': {},
} as const satisfies AuditSubjectWords

declare module '#platform/audit/audit.rules.ts' {
  interface AuditActions extends Record<keyof typeof actions, true> {}
  interface AuditSubjects extends Record<keyof typeof subjects, true> {}
}

export const accountingLog: LogContribution = {
  actions,
  fields: {
    opening: 'Owed at the start',
    closing: 'Owed at the end',
    closedBy: 'Closed by',
    lines: 'SHA-256 of the lines',
    sums: 'SHA-256 of the sums',
    summary: 'SHA-256 of the page',
    isClosed: 'Closed',
  },
  subjects,
}

export const monthSubject = (month: AccountingMonth) =>
  auditSubject('accounting-month', month, monthName(month))
