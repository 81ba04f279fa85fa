import type { AuditSubjectWords, LogContribution } from '#platform/audit/audit.rules.ts'
import { auditSubject } from '#platform/audit/audit.rules.ts'
import { levelInWords } from '#platform/club/club.rules.ts'
import { paths } from '#platform/http/paths.rules.ts'

/** What staff do here, as the audit log has it. */
const actions = {
  'google-connected': ['Google connected', 'connected Google to', ''],
  'google-removed': ['Google removed', 'removed Google from', ''],
  'login-links-turned': [
    'Signing in by email turned on or off',
    'changed whether customers can use',
    '',
  ],
  'passkey-added': ['Passkey added', 'added a passkey to', ''],
  'passkey-removed': ['Passkey removed', 'removed a passkey of', ''],
  'second-factor-added': ['Second factor set up', 'set up the second factor of', ''],
  'second-factor-removed': ['Second factor removed', 'removed the second factor of', ''],
} as const

/** What the log is about here: its page, and its name where that is not the label of the entry. */
const subjects = {
  'sign-in': {},
  user: { page: (id) => paths.user(id) },
} as const satisfies AuditSubjectWords

declare module '#platform/audit/audit.rules.ts' {
  interface AuditActions extends Record<keyof typeof actions, true> {}
  interface AuditSubjects extends Record<keyof typeof subjects, true> {}
}

export const accountsLog: LogContribution = {
  actions,
  values: { membershipLevel: levelInWords },
  subjects,
}

export const accountSubject = ({ id, email }: { id: string; email: string }) =>
  auditSubject('user', id, email)
