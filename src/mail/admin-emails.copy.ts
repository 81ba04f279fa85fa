/** The admin's page of emails that have not arrived. */
export const failedEmailsCopy = {
  title: 'Emails',
  intro:
    'Emails that failed for good, and emails that are being retried after an error. Retries need nothing from you; an email that failed for good can be sent again only from here, or left unsent.',
  oneFailed: 'permanently failed',
  manyFailed: 'permanently failed',
  retrying: (count: number) => `${count} being retried`,
  waiting: (count: number) => `${count} waiting in all`,
  none: 'Every email has been sent or is on its way.',
  noneFound: 'No email that has not arrived matches.',
  search: 'Search by recipient or error',
  kind: 'Email',
  recipient: 'To',
  writtenAt: 'Queued',
  tries: 'Attempts',
  status: 'Status',
  states: {
    failed: 'Permanently failed',
    retrying: 'Being retried',
    rejected: 'Rejected by the receiving server',
  },
  bounced: 'Rejected after it was sent',
  rejectedText:
    'An address that the receiving server rejects for good twice within 30 days gets no mailing-list emails until the person themselves joins again or turns emails on in their account. Staff cannot lift that. Receipts and answers are still tried.',
  anyStatus: 'Any status',
  anyKind: 'Any email',
  from: 'From',
  to: 'Until',
  nextTry: (time: string) => `Next attempt ${time}`,
  dueNow: 'Waiting for the mail server',
  error: 'Last error',
  again: 'Send again',
  againNamed: (kind: string, recipient: string) => `Send again: ${kind} to ${recipient}`,
  leave: 'Leave unsent',
  leaveNamed: (kind: string, recipient: string) => `Leave unsent: ${kind} to ${recipient}`,
  left: 'It stays unsent. The log has it.',
  before: 'Sent again before',
  beforeNamed: (kind: string, recipient: string) => `Sent again before: ${kind} to ${recipient}`,
  log: 'Who sent what again',
  sentAgain: 'The email is on its way again.',
  notFailed: 'This email is already on its way.',
} as const

/** The state of an email, as the log notes it. */
export const emailStates = {
  failed: 'Permanently failed',
  queued: 'Waiting to be sent',
} as const
