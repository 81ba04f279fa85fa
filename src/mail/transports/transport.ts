import type { EmailAddress } from '#platform/text/email-address.rules.ts'

import type { HeaderText } from '../header-text.rules.ts'
import type { MailKind } from '../mail.rules.ts'

export type Mailbox = { name: HeaderText; address: EmailAddress }

/** The only additional header fields that an email may have. */
type EmailHeader = 'List-Unsubscribe' | 'List-Unsubscribe-Post' | 'X-Kohue-Repeat'

/** A picture sent with the email and shown in it by `<img src="cid:…">`. */
export type InlineImage = { cid: string; filename: string; content: Buffer }

/** An email ready to be sent. Header fields have types that allow one line only. */
export type Email = {
  kind: MailKind
  from: Mailbox
  to: EmailAddress
  replyTo?: EmailAddress
  subject: HeaderText
  text: string
  html: string
  images: readonly InlineImage[]
  /** Made of the row's id, so that a repeat after a crash has the same. */
  messageId: HeaderText
  date: Date
  headers?: Partial<Record<EmailHeader, HeaderText>>
  /** The payload of section 7, for a service that fills in templates of its own. */
  fields: EmailFields
}

export type EmailFields = {
  firstname: string
  lastname: string
  client_email: string
  subject: string
  text: string
}

/** Status and text of an attempt to send (specification, section 8). */
export type MailResult = { status: number; text: string }

/**
 * - `sent`: accepted by the other side.
 * - `refused`: will be refused again; retrying is of no use.
 * - `later`: not accepted now, and may be at the next attempt.
 * - `unreachable`: no connection, or it ended before this email was offered: often an outage.
 * - `unknown`: handed over whole, and no response came; it may have arrived.
 */
export type MailOutcome = 'sent' | 'refused' | 'later' | 'unreachable' | 'unknown'

/** `why` is a sentence for the operator's log, without addresses. */
export type SendResult = MailResult & { outcome: MailOutcome; why?: string }

/** SMTP or EmailJS. Never throws: an error is a result too. */
export type EmailTransport = {
  send(email: Email, signal?: AbortSignal): Promise<SendResult>
  /** Whether a connection can be opened, log-in included; sends nothing. False within 5 seconds. */
  isReachable(): Promise<boolean>
  /** What the configuration lacks to send emails of this kind; null when nothing. */
  whatIsMissing(kind: MailKind): MailResult | null
  close(): void
}

/** Longest that `isReachable` waits, in milliseconds. */
export const reachableWithinMs = 5_000

/** Results that do not depend on the transport. */
export const mailResults = {
  sent: { status: 200, text: 'OK' },
  headless: { status: 451, text: 'Unavailable For Headless Browser' },
  blocked: { status: 403, text: 'Forbidden' },
  tooMany: { status: 429, text: 'Too Many Requests' },
  unreachable: { status: 0, text: 'Network Error' },
  noPublicKey: {
    status: 400,
    text: 'The public key is required. Visit https://dashboard.emailjs.com/admin/account',
  },
  noService: {
    status: 400,
    text: 'The service ID is required. Visit https://dashboard.emailjs.com/admin',
  },
  noTemplate: {
    status: 400,
    text: 'The template ID is required. Visit https://dashboard.emailjs.com/admin/templates',
  },
} as const satisfies Record<string, MailResult>
