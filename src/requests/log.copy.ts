import type {
  AuditSubject,
  AuditSubjectWords,
  LogContribution,
} from '#platform/audit/audit.rules.ts'
import { auditSubject } from '#platform/audit/audit.rules.ts'

import { requestNumber } from './request.rules.ts'

/** What staff do here, as the audit log has it. */
const actions = {
  'request-granted': ['Request granted', 'granted', ''],
  'request-declined': ['Request declined', 'declined', ''],
  'request-queued': ['Request kept for a later vintage', 'kept', 'for a later vintage'],
  'request-answered': ['Request answered', 'answered', ''],
  'request-queue-closed': ['Queue closed', 'closed the queue of requests for', ''],
  'later-vintage-named': [
    'Later vintage named',
    'named the later vintage for those who wait after',
    '',
  ],
  'request-queue-set': ['Queue of requests changed', 'changed the queue of requests for', ''],
  'club-granted': ['Club membership granted', 'granted the club membership requested in', ''],
  'subscription-confirmed': [
    'Subscription confirmed by email',
    'confirmed the subscription of',
    '',
  ],
  'saved-answer-set': ['Saved answer changed', 'changed the saved answer', ''],
  'requests-shown': [
    'Answering requests here turned on or off',
    'changed whether customers see their requests, in the',
    '',
  ],
} as const

/** What the log is about here: its page, and its name where that is not the label of the entry. */
const subjects = {
  request: {},
} as const satisfies AuditSubjectWords

declare module '#platform/audit/audit.rules.ts' {
  interface AuditActions extends Record<keyof typeof actions, true> {}
  interface AuditSubjects extends Record<keyof typeof subjects, true> {}
}

export const requestsLog: LogContribution = {
  actions,
  subjects,
}

type Named = { firstName: string; lastName: string; email: string }

export const requestSubject = (
  { id, number }: { id: string; number: number },
  person?: Named,
): AuditSubject =>
  auditSubject(
    'request',
    id,
    [requestNumber(number), person?.firstName, person?.lastName, person?.email]
      .filter(Boolean)
      .join(' '),
  )
