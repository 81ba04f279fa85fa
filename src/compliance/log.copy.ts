import type { AuditSubjectWords, LogContribution } from '#platform/audit/audit.rules.ts'
import { auditSubject } from '#platform/audit/audit.rules.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { stateName } from '#platform/text/us-states.rules.ts'

/** What staff do here, as the audit log has it. */
const actions = {} as const

/** What the log is about here: its page, and its name where that is not the label of the entry. */
const subjects = {
  state: { page: (state) => paths.complianceState(state) },
} as const satisfies AuditSubjectWords

declare module '#platform/audit/audit.rules.ts' {
  interface AuditSubjects extends Record<keyof typeof subjects, true> {}
}

export const complianceLog: LogContribution = { actions, fields: {}, subjects }

export const stateSubject = (state: string) => auditSubject('state', state, stateName(state))
