import type { AuditSubjectWords, LogContribution } from '#platform/audit/audit.rules.ts'
import { auditSubject } from '#platform/audit/audit.rules.ts'
import { wordIn } from '#platform/form/field-value.rules.ts'

import { userCopy } from './people/user.copy.ts'

/** What staff do here, as the audit log has it. */
const actions = {
  'subscriber-deleted': ['Subscriber deleted', 'deleted', 'from the mailing list'],
  'subscriber-restored': ['Subscriber put back', 'put', 'back on the mailing list'],
  'user-updated': ['User updated', 'changed the account of', ''],
  'user-deleted': ['User deleted', 'deleted the account of', ''],
  'user-restored': ['User put back', 'put back the account of', ''],
  'records-imported': ['Records imported', 'imported the records of', ''],
  'data-request-recorded': ['Data request noted', 'recorded a data request from', ''],
  'data-request-done': ['Data request done', 'answered the data request from', ''],
  'fresh-link-sent': ['Fresh purchase link sent', 'sent a fresh purchase link to', ''],
  'people-merged': ['Accounts merged', 'merged another account into that of', ''],
  'merge-undone': ['Merge undone', 'undid the merge of', ''],
  'duplicate-dismissed': [
    'Two people, no duplicates',
    'marked another account as not belonging to',
    '',
  ],
} as const

/** What the log is about here: its page, and its name where that is not the label of the entry. */
const subjects = {
  'data-request': {},
  import: {},
} as const satisfies AuditSubjectWords

declare module '#platform/audit/audit.rules.ts' {
  interface AuditActions extends Record<keyof typeof actions, true> {}
  interface AuditSubjects extends Record<keyof typeof subjects, true> {}
}

export const privacyLog: LogContribution = {
  actions,
  fields: { subscribers: 'Subscribers', users: 'Users' },
  values: { role: wordIn(userCopy.facts.roles) },
  earlier: {
    'client-deleted': 'subscriber-deleted',
    'client-restored': 'subscriber-restored',
  },
  subjects,
}

type UserFields = { fields: { firstname: string; lastname: string; email: string } }

export const userSubject = (id: string, { fields }: UserFields) =>
  auditSubject('user', id, `${fields.firstname} ${fields.lastname} ${fields.email}`.trim())
