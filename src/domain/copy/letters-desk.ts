import type { MailKind } from '#domain/mail.ts'

/** The desk's page of letters that were given up. */
export const lettersCopy = {
  title: 'Letters',
  intro: 'Letters that were tried for a day, or refused, and are not sent by themselves any more.',
  one: 'letter given up',
  many: 'letters given up',
  none: 'No letter was given up. All that were written are sent or on their way.',
  kind: 'Letter',
  recipient: 'To',
  writtenAt: 'Written',
  tries: 'Tries',
  error: 'What stood in the way',
  again: 'Send again',
  againNamed: (kind: string, recipient: string) => `Send again: ${kind} to ${recipient}`,
  before: 'Sent again before',
  beforeNamed: (kind: string, recipient: string) => `Sent again before: ${kind} to ${recipient}`,
  log: 'Who sent which again',
  sentAgain: 'The letter is on its way again.',
  notDead: 'This letter is on its way already.',
} as const

/** What staff call each kind of letter. */
export const letterNames = {
  join: 'Welcome to the mailing list',
  register: 'Welcome to the account',
  interested: 'Request to acquire',
  wildcard: 'Notice to the business',
  'order-confirmation': 'Order confirmation',
  'order-notice': 'Order notice',
  'order-refunded': 'Order refunded',
  'offer-refused': 'Offer refused',
  'password-recovery': 'Password recovery',
  'password-changed': 'Password changed',
  'email-change-confirm': 'Confirm a new email',
  'email-changed': 'Email changed',
} as const satisfies Record<MailKind, string>

export const letterName = (kind: string): string =>
  Object.hasOwn(letterNames, kind) ? letterNames[kind as MailKind] : kind
