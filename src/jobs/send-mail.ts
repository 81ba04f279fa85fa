import type { Database } from '#data/connection.server.ts'
import { mailById, markMailFailed, markMailSent } from '#data/mails.ts'
import type { Mailer } from '#services/mail/mail.ts'
import { writeLetter } from '#services/mail/letters.tsx'

type Parts = { db: Database; mailer: Mailer; from: string; publicUrl: string }

/**
 * Sends one queued letter and marks it sent. Throws when it was not taken, so that the queue tries
 * again; after the last try it stays as a dead letter.
 */
export async function sendMail(
  { db, mailer, from, publicUrl }: Parts,
  mailId: string,
  isLastTry: boolean,
): Promise<void> {
  const mail = await mailById(db, mailId)
  if (!mail || mail.state === 'sent') return
  try {
    const { subject, text, html } = await writeLetter(mail.kind, mail.props, publicUrl)
    const messageId = `<${mail.id}@${new URL(publicUrl).hostname}>`
    await mailer.send({ from, to: mail.recipient, subject, text, html, messageId })
  } catch (error) {
    await markMailFailed(db, mail.id, String(error), isLastTry)
    throw error
  }
  await markMailSent(db, mail.id)
}
