import type { AuditSubjectWords, LogContribution } from '#platform/audit/audit.rules.ts'
import { auditSubject } from '#platform/audit/audit.rules.ts'

/** What staff do here, as the audit log has it. */
const actions = {
  'release-made': ['Release made', 'made the release', ''],
  'release-updated': ['Release updated', 'changed the release', ''],
  'release-cloned': ['Release cloned', 'cloned the release', ''],
  'release-scheduled': ['Release scheduled', 'scheduled the release', ''],
  'release-unscheduled': ['Release back to draft', 'took the release', 'back to draft'],
  'release-paused': ['Release paused', 'paused the release', ''],
  'release-resumed': ['Release resumed', 'resumed the release', ''],
  'release-ended': ['Release ended', 'ended the release', ''],
  'release-opened': ['Release opened', 'opened the release', ''],
  'release-sold-out': ['Release sold out', 'recorded that', 'is sold out'],
  'promises-ended': ['Promises ended', 'ended promises of', ''],
  'allocations-built': ['Allocations built', 'built the allocations of', 'by its rules'],
  'allocations-imported': ['Allocations imported', 'imported allocations of', ''],
  'allocation-updated': ['Allocation updated', 'changed the allocation of', ''],
  'rehearsal-refunded': ['Rehearsal refunded', 'refunded the rehearsal', ''],
} as const

/** What the log is about here: its page, and its name where that is not the label of the entry. */
const subjects = {
  release: {},
} as const satisfies AuditSubjectWords

declare module '#platform/audit/audit.rules.ts' {
  interface AuditActions extends Record<keyof typeof actions, true> {}
  interface AuditSubjects extends Record<keyof typeof subjects, true> {}
}

export const releasesLog: LogContribution = {
  actions,
  subjects,
}

export const releaseSubject = (id: string, name: string) => auditSubject('release', id, name)
