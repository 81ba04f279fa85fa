import type { OutgoingMail } from '#mail/mail.rules.ts'
import { queueMails } from '#mail/mails.store.server.ts'
import type { MailResult } from '#mail/transports/transport.ts'
import { mailResults } from '#mail/transports/transport.ts'
import type { Services } from '#platform/services/services.ts'
import { emailAddress } from '#platform/text/email-address.rules.ts'
import { typedLine } from '#platform/text/typed-text.rules.ts'

/** The four messages of section 7, as forms send them. */
const formKinds = ['join', 'register', 'interested', 'wildcard'] as const
export type FormKind = (typeof formKinds)[number]

/** Longest text that a form may put into an email. */
const longestText = 5_000

const badForm: MailResult = { status: 400, text: 'The form is not complete' }

/**
 * Queues the email of that kind from a form's fields, which have section 7's names (`firstname`,
 * `lastname`, `client_email`, `subject`, `text`, `wine`): `200 OK` once it is in the outbox, else the
 * status and text of section 8. `interested` and `wildcard` go to the business.
 */
export async function sendForm(
  { db, mail, settings }: Services,
  kind: FormKind,
  form: FormData,
  userAgent: string | null,
): Promise<MailResult> {
  const refused = mail.rules.whyNotTake(userAgent)
  if (refused) return refused
  const outgoing = emailFrom(kind, form, settings.businessEmail)
  const to = outgoing && emailAddress(outgoing.recipient)
  if (!outgoing || !to) return badForm
  const why = (await mail.rules.whyNotSend(kind, to)) ?? mail.whatIsMissing(kind)
  if (why) return why
  await queueMails(db, [outgoing])
  return mailResults.sent
}

function emailFrom(kind: FormKind, form: FormData, business: string): OutgoingMail | null {
  const text = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' ? value.slice(0, longestText) : ''
  }
  const email = emailAddress(text('client_email'))
  if (!email) return null
  const firstName = typedLine(text('firstname'))
  const lastName = typedLine(text('lastname'))
  const person = { firstName, lastName, email }
  switch (kind) {
    case 'join':
    case 'register':
      return { kind, recipient: email, props: { firstName, email } }
    case 'interested':
      return { kind, recipient: business, props: { ...person, wine: typedLine(text('wine')) } }
    case 'wildcard': {
      const subject = typedLine(text('subject'))
      if (!subject) return null
      return { kind, recipient: business, props: { ...person, subject, text: text('text') } }
    }
  }
}
