import { emailName } from '#mail/mail.rules.ts'
import { dutyNames } from '#platform/access/duties.copy.ts'
import type { Duty } from '#platform/access/duties.rules.ts'
import type { AuditSubjectWords, LogContribution } from '#platform/audit/audit.rules.ts'
import { wordIn } from '#platform/form/field-value.rules.ts'

import { emailStates } from './emails/emails.copy.ts'

/** What staff do here, as the audit log has it. */
const actions = {
  'staff-granted': ['Staff role given', 'gave staff rights to', ''],
  'staff-revoked': ['Staff role taken away', 'ended the staff rights of', ''],
  'duties-changed': ['Duties changed', 'changed the duties of', ''],
  'resend-mail': ['Email sent again', 'sent again:', ''],
  'mail-left': ['Email left unsent', 'left unsent:', ''],
  'second-factor-required': [
    'Second factor required or not',
    'changed whether a second factor is required of',
    '',
  ],
  'staff-invited': ['Invited to the staff', 'invited', 'to join the staff'],
  'password-link-sent': ['Link to a new password sent', 'sent a link to a new password to', ''],
  'invitation-withdrawn': ['Invitation withdrawn', 'withdrew the invitation of', ''],
  'invitation-accepted': ['Invitation accepted', 'accepted the invitation from', ''],
  'task-taken': ['Task taken', 'took the task', ''],
  'task-returned': ['Task given back', 'gave back the task', ''],
  'alarm-emails-turned': [
    'Emails of alarms turned on or off',
    'turned on or off the emails of alarms:',
    '',
  ],
} as const

/** What the log is about here: its page, and its name where that is not the label of the entry. */
const subjects = {
  invitation: {},
  mail: {
    name: (label) => {
      const [kind = '', ...recipient] = label.split(' ')
      return `“${emailName(kind)}” to ${recipient.join(' ')}`
    },
  },
  task: {},
} as const satisfies AuditSubjectWords

declare module '#platform/audit/audit.rules.ts' {
  interface AuditActions extends Record<keyof typeof actions, true> {}
  interface AuditSubjects extends Record<keyof typeof subjects, true> {}
}

export const adminLog: LogContribution = {
  actions,
  fields: { duties: 'Duties', takenBy: 'Taken by' },
  values: {
    duties: (value) => (Array.isArray(value) ? dutyNames(value as Duty[]) : null),
    state: wordIn(emailStates),
  },
  subjects,
}
