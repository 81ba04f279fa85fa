import type { Mail } from '#data/mails.ts'
import { countDeadMails, deadMails } from '#data/mails.ts'
import type { Viewer } from '#data/people.ts'
import { may } from '#domain/access.ts'
import { pagesOf } from '#domain/list-query.ts'

import type { Parts } from '#use-cases/parts.ts'

export type DeadMail = Pick<
  Mail,
  'id' | 'kind' | 'recipient' | 'attempts' | 'doubts' | 'lastError' | 'createdAt'
>

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
  const mails = rows
    .slice(0, pageSize)
    .map(({ id, kind, recipient, attempts, doubts, lastError, createdAt }) => ({
      id,
      kind,
      recipient,
      attempts,
      doubts,
      lastError,
      createdAt,
    }))
  const pages = pagesOf(total, pageSize)
  return { ok: true, mails, hasMore: rows.length > pageSize, total, pages }
}
