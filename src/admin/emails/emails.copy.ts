/** What the page of emails that have not arrived and its file both say. */
export const emailColumns = {
  kind: 'Email',
  recipient: 'To',
  writtenAt: 'Queued',
  tries: 'Attempts',
  status: 'Status',
  error: 'Last error',
} as const

export const undeliveredStates = {
  failed: 'Permanently failed',
  retrying: 'Being retried',
  rejected: 'Rejected by the receiving server',
} as const

export const bouncedLater = 'Rejected after it was sent'

/** The state of an email, as the log notes it. */
export const emailStates = {
  failed: undeliveredStates.failed,
  queued: 'Waiting to be sent',
} as const
