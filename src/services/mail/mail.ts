import type { EmailAddress } from '#domain/email-address.ts'
import type { HeaderText } from '#domain/header-text.ts'
import type { MailKind } from '#domain/mail.ts'

export type Mailbox = { name: HeaderText; address: EmailAddress }

/** Header fields a letter may carry beyond the usual ones; there is no way to add another. */
export type LetterHeader = 'List-Unsubscribe' | 'List-Unsubscribe-Post' | 'X-Kohue-Repeat'

/** A letter ready to be sent. What goes into its headers is of types that hold one line. */
export type Letter = {
  kind: MailKind
  from: Mailbox
  to: EmailAddress
  replyTo?: EmailAddress
  subject: HeaderText
  text: string
  html: string
  /** Same letter, same id: a repeat after a crash is recognisable. */
  messageId: HeaderText
  date: Date
  headers?: Partial<Record<LetterHeader, HeaderText>>
  /** What section 7 calls the payload, for a service that fills in templates of its own. */
  fields: LetterFields
}

export type LetterFields = {
  firstname: string
  lastname: string
  client_email: string
  subject: string
  text: string
}

/** What became of a try to send (specification, section 8). */
export type MailResult = { status: number; text: string }

/**
 * - `sent`: taken by the other side.
 * - `refused`: will be refused again; trying once more is of no use.
 * - `later`: not taken, and may be the next time.
 * - `unknown`: handed over whole, and no answer came; it may have arrived.
 */
export type MailOutcome = 'sent' | 'refused' | 'later' | 'unknown'

export type MailAnswer = MailResult & { outcome: MailOutcome }

/** A way to send a letter. Never throws: what goes wrong is an answer too. */
export type Mailer = {
  send(letter: Letter, signal?: AbortSignal): Promise<MailAnswer>
  /** What is missing in the configuration to send letters of this kind; null when nothing is. */
  whyNotReady(kind: MailKind): MailResult | null
  close(): void
}

/** The results that are the sending interface's own, whatever sends in the end. */
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
