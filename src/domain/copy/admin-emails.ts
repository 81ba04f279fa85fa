import type { MailKind } from '#domain/emails/mail.ts'

/** The admin's page of emails that have not arrived. */
export const failedEmailsCopy = {
  title: 'Emails',
  intro:
    'Emails that failed for good, and emails that are being retried after an error. Retries need nothing from you; an email that failed for good can be sent again only from here.',
  oneFailed: 'permanently failed',
  manyFailed: 'permanently failed',
  retrying: (count: number) => `${count} being retried`,
  waiting: (count: number) => `${count} waiting in all`,
  none: 'Every email has been sent or is on its way.',
  kind: 'Email',
  recipient: 'To',
  writtenAt: 'Queued',
  tries: 'Attempts',
  status: 'Status',
  failed: 'Permanently failed',
  nextTry: (time: string) => `Next attempt ${time}`,
  dueNow: 'Waiting for the mail server',
  error: 'Last error',
  again: 'Send again',
  againNamed: (kind: string, recipient: string) => `Send again: ${kind} to ${recipient}`,
  before: 'Sent again before',
  beforeNamed: (kind: string, recipient: string) => `Sent again before: ${kind} to ${recipient}`,
  log: 'Who sent what again',
  sentAgain: 'The email is on its way again.',
  notFailed: 'This email is already on its way.',
} as const

/** What staff call each kind of email. */
export const emailNames = {
  join: 'Welcome to the mailing list',
  rejoin: 'Return to the mailing list',
  'personal-data-link': 'Link to what is kept',
  'login-link': 'Link to log in',
  campaign: 'Campaign',
  'campaign-test': 'Test of a campaign',
  'purchase-link': 'Fresh purchase link',
  'erasure-confirmed': 'Confirmation that data were erased',
  'confirm-subscription': 'Confirmation of the mailing list',
  register: 'Welcome to the account',
  interested: 'Request to acquire',
  wildcard: 'Notice to the business',
  'order-confirmation': 'Order confirmation',
  'order-notice': 'Order notice',
  'release-notice': 'Release notice',
  'order-refunded': 'Order refunded',
  'offer-refused': 'Offer refused',
  'password-recovery': 'Password recovery',
  'password-changed': 'Password changed',
  'staff-invited': 'Invitation to the staff',
  'second-factor-off': 'Second factor removed',
  'email-confirm': 'Confirm an email',
  'email-change-approve': 'Approve a change of email',
  'email-change-confirm': 'Confirm a new email',
  'email-change-waiting': 'Change of email without the old mailbox',
  'email-changed': 'Email changed',
  'request-granted': 'Request granted',
  'grant-expiring': 'Grant about to end',
  'request-declined': 'Request declined',
  'request-closed': 'Request closed',
  'club-welcome': 'Welcome to the club',
  'subscription-confirmed': 'Subscription confirmed',
  'order-shipped': 'Order shipped',
  'order-arriving-tomorrow': 'Order arriving tomorrow',
  'order-attempted': 'Delivery attempted',
  'order-at-depot': 'Order at the depot',
  'order-delivered': 'Order delivered',
  'order-held': 'Order held for the weather',
  'order-returned': 'Order returned',
  'order-reshipped': 'Order sent again',
  'pickup-ready': 'Ready to pick up',
  'pickup-agreed': 'Pickup agreed',
} as const satisfies Record<MailKind, string>

export const emailName = (kind: string): string =>
  Object.hasOwn(emailNames, kind) ? emailNames[kind as MailKind] : kind

/** The state of an email, as the log notes it. */
export const emailStates = {
  failed: 'Permanently failed',
  queued: 'Waiting to be sent',
} as const
