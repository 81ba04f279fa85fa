import { subjectsInLog } from '#data/audit-log.ts'
import type { Mail } from '#data/mails.ts'
import { countDeadMails, deadMails } from '#data/mails.ts'
import type { Viewer } from '#data/people.ts'
import { may } from '#domain/access.ts'
import { pagesOf } from '#domain/list-query.ts'

import type { Parts } from '#use-cases/parts.ts'

export type DeadMail = Pick<
  Mail,
  'id' | 'kind' | 'recipient' | 'attempts' | 'doubts' | 'lastError' | 'createdAt'
> & {
  /** Staff sent it again before: the log says who. */
  isInLog: boolean
}

export type DeadMails =
  | { ok: true; mails: DeadMail[]; hasMore: boolean; total: number; pages: number }
  | { ok: false }

const pageSize = 50

/** Letters that were given up, newest first, fifty a page from page 1. Only for staff. */
export async function listDeadMails(
  { db }: Parts,
  viewer: Pick<Viewer, 'role'>,
  page = 1,
): Promise<DeadMails> {
  if (!may(viewer.role, 'send-mail-again')) return { ok: false }
  const offset = (Math.max(1, page) - 1) * pageSize
  const [rows, total] = await Promise.all([
    deadMails(db, { limit: pageSize + 1, offset }),
    countDeadMails(db),
  ])
  const shown = rows.slice(0, pageSize)
  const ids = shown.map(({ id }) => id)
  const inLog = await subjectsInLog(db, 'mail', ids)
  const mails = shown.map(({ id, kind, recipient, attempts, doubts, lastError, createdAt }) => ({
    id,
    kind,
    recipient,
    attempts,
    doubts,
    lastError,
    createdAt,
    isInLog: inLog.has(id),
  }))
  const pages = pagesOf(total, pageSize)
  return { ok: true, mails, hasMore: rows.length > pageSize, total, pages }
}
