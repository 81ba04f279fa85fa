import type { Database } from '#data/connection.server.ts'
import { listStandingOf } from '#data/mailing-list.ts'
import type { Mail } from '#data/mails.ts'
import { doubtfulText, markMailFailed, markMailSent, withholdMail } from '#data/mails.ts'
import { emailAddress } from '#domain/email-address.ts'
import { headerText } from '#domain/header-text.ts'
import { isMailKind, mailRule } from '#domain/mail.ts'
import { maxHandoversInDoubt, retryDelay } from '#domain/mail-retry.ts'
import type { LetterHouse } from '#services/mail/letter-house.ts'
import type { Letter, MailAnswer, Mailbox, Mailer } from '#services/mail/mail.ts'
import type { UnsubscribeTokens } from '#services/mail/unsubscribe-token.server.ts'
import type { Log } from '#use-cases/parts.ts'

export type SendMailParts = {
  db: Database
  mailer: Mailer
  from: Mailbox
  house: LetterHouse
  tokens: UnsubscribeTokens
  log: Log
  /** From 0 to 1, for the jitter of the next try. */
  random: () => number
}

/**
 * Writes and sends one letter that this process holds, and notes what became of it. A letter whose
 * fate isn't known is sent once more with the same Message-ID and marked; never a third time.
 */
export async function sendMail(
  parts: SendMailParts,
  mail: Mail,
  signal: AbortSignal,
): Promise<void> {
  const { db, mailer, log, random } = parts
  const letter = await letterOf(parts, mail)
  if (letter === 'left-the-list') {
    await withholdMail(db, mail)
    return log.info({ mail: mail.id, kind: mail.kind }, 'letter withheld: not on the list')
  }
  const answer: MailAnswer =
    typeof letter === 'string'
      ? { status: 0, text: letter, outcome: 'refused' }
      : await mailer.send(letter, signal)
  if (answer.outcome === 'sent') {
    await markMailSent(db, mail)
    return log.info({ mail: mail.id, kind: mail.kind, tries: mail.attempts }, 'letter sent')
  }
  const doubtful = answer.outcome === 'unknown'
  const givenUp =
    answer.outcome === 'refused' || (doubtful && mail.doubts + 1 >= maxHandoversInDoubt)
  const delaySeconds = givenUp ? null : retryDelay(mail.attempts, random())
  const error = doubtful ? doubtfulText : `${answer.status} ${answer.text}`
  await markMailFailed(db, mail, { error, delaySeconds, doubtful })
  // The answer's text may quote an address: it is for the staff's desk, not for the log.
  log.warn(
    { mail: mail.id, kind: mail.kind, tries: mail.attempts, status: answer.status, delaySeconds },
    delaySeconds === null ? 'letter given up' : 'letter not sent yet',
  )
}

/** The letter, or why there can be none. */
async function letterOf(parts: SendMailParts, mail: Mail): Promise<Letter | string> {
  const { db, from, house, tokens } = parts
  const { kind } = mail
  if (!isMailKind(kind)) return `No letter of the kind ${kind}`
  const to = emailAddress(mail.recipient)
  if (!to) return 'The address is not one that mail can be sent to'
  let unsubscribeUrl: string | null = null
  if (mailRule(kind).list) {
    const standing = await listStandingOf(db, to)
    if (!standing?.subscribed) return 'left-the-list'
    unsubscribeUrl = house.unsubscribeUrl(tokens.sign(standing.clientId))
  }
  // Loaded with the first letter, not with the shop: templates are of no use to a page.
  const { writeLetter } = await import('#services/mail/write-letter.ts')
  try {
    const written = writeLetter(kind, mail.props, { house, unsubscribeUrl })
    return {
      ...written,
      from,
      to,
      fields: { ...written.fields, client_email: written.fields.client_email || to },
      date: mail.createdAt,
      messageId: headerText(`<${mail.id}@${new URL(house.publicUrl).hostname}>`),
      headers: {
        ...(unsubscribeUrl && {
          'List-Unsubscribe': headerText(`<${unsubscribeUrl}>`),
          'List-Unsubscribe-Post': headerText('List-Unsubscribe=One-Click'),
        }),
        ...(mail.doubts > 0 && { 'X-Kohue-Repeat': headerText(String(mail.doubts)) }),
      },
    }
  } catch (error) {
    return `The letter can't be written: ${(error as Error).name}`
  }
}
