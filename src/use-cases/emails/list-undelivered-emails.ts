import { subjectsInLog } from '#data/admin/audit-log.ts'
import type { Mail, OutboxCounts } from '#data/emails/mails.ts'
import { countUndeliveredMails, undeliveredMails } from '#data/emails/mails.ts'
import type { Viewer } from '#data/people/users.ts'
import { may } from '#domain/admin/access.ts'
import { pagesOf } from '#domain/admin/list-query.ts'

import type { Services } from '#use-cases/services.ts'

export type UndeliveredEmail = Pick<
  Mail,
  'id' | 'kind' | 'recipient' | 'attempts' | 'lastError' | 'createdAt'
> & {
  /** When the next attempt is due; null when the email has permanently failed. */
  nextTryAt: Date | null
  /** Staff sent it again before: the audit log says who. */
  isInLog: boolean
}

export type UndeliveredEmails =
  | { ok: true; mails: UndeliveredEmail[]; counts: OutboxCounts; pages: number }
  | { ok: false }

const pageSize = 50

/**
 * Emails that permanently failed and those that wait for another attempt after an error, newest
 * first, fifty a page from page 1, and how many wait in all. Only for staff.
 */
export async function listUndeliveredEmails(
  { db }: Services,
  viewer: Pick<Viewer, 'role'>,
  page = 1,
): Promise<UndeliveredEmails> {
  if (!may(viewer, 'send-mail-again')) return { ok: false }
  const offset = (Math.max(1, page) - 1) * pageSize
  const [rows, counts] = await Promise.all([
    undeliveredMails(db, { limit: pageSize, offset }),
    countUndeliveredMails(db),
  ])
  const inLog = await subjectsInLog(
    db,
    'mail',
    rows.map(({ id }) => id),
  )
  const mails = rows.map(({ state, nextTryAt, ...mail }) => ({
    id: mail.id,
    kind: mail.kind,
    recipient: mail.recipient,
    attempts: mail.attempts,
    lastError: mail.lastError,
    createdAt: mail.createdAt,
    nextTryAt: state === 'queued' ? nextTryAt : null,
    isInLog: inLog.has(mail.id),
  }))
  return { ok: true, mails, counts, pages: pagesOf(counts.failed + counts.retrying, pageSize) }
}
