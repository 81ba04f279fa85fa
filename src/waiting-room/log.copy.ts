import type { LogContribution } from '#platform/audit/audit.rules.ts'
import { auditSubject } from '#platform/audit/audit.rules.ts'

const actions = {
  'line-opened': ['Waiting line opened', 'opened', ''],
  'line-changed': ['Waiting line changed', 'changed', ''],
  'line-closed': ['Waiting line closed', 'closed', ''],
} as const

const subjects = { 'waiting-line': {} } as const

declare module '#platform/audit/audit.rules.ts' {
  interface AuditActions extends Record<keyof typeof actions, true> {}
  interface AuditSubjects extends Record<keyof typeof subjects, true> {}
}

export const waitingRoomLog: LogContribution = { actions, subjects }

export const lineSubject = auditSubject('waiting-line', '1', 'the waiting line')
