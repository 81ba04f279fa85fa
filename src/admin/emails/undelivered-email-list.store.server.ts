import { eq, lt, sql } from 'drizzle-orm'

import { emailName, emailNames, isMailKind } from '#mail/mail.rules.ts'
import { bounced, permanentlyFailed, rejected, retrying } from '#mail/mails.store.server.ts'
import { mails } from '#mail/tables.ts'
import { subjectsInLog } from '#platform/audit/audit-log.store.server.ts'
import { containsWord } from '#platform/database/word-search.ts'
import { adminList, choice, since, until } from '#platform/list/admin-list.store.server.ts'
import { searchedWords } from '#platform/text/searched-words.rules.ts'

import { bouncedLater, emailColumns as labels, undeliveredStates } from './emails.copy.ts'

const stateOf = ({ nextTryAt, isBounced }: { nextTryAt: Date | null; isBounced: boolean }) => {
  if (isBounced) return bouncedLater
  return nextTryAt ? undeliveredStates.retrying : undeliveredStates.failed
}

/** Emails that permanently failed, were rejected after sending or wait for another attempt, newest first. */
export const undeliveredEmailList = adminList({
  name: 'emails',
  action: 'send-mail-again',
  namesPeople: true,
  table: mails,
  where: sql`(${permanentlyFailed} or (${retrying}) or (${bounced}))`,
  columns: {
    id: mails.id,
    number: mails.number,
    kind: mails.kind,
    recipient: mails.recipient,
    attempts: mails.attempts,
    lastError: mails.lastError,
    createdAt: mails.createdAt,
    state: mails.state,
    dueAt: mails.nextTryAt,
  },
  sorts: { newest: [mails.number] },
  startSort: 'newest',
  cursor: { keyOf: ({ number }) => number, after: (number) => lt(mails.number, number) },
  filters: {
    state: choice(labels.status, 'Any status', [
      ['failed', undeliveredStates.failed, permanentlyFailed],
      ['retrying', undeliveredStates.retrying, retrying],
      ['rejected', undeliveredStates.rejected, rejected],
    ]),
    kind: {
      label: labels.kind,
      any: 'Any email',
      options: emailNames,
      by: (kind) => (isMailKind(kind) ? eq(mails.kind, kind) : sql`false`),
    },
    from: since(mails.createdAt),
    to: until(mails.createdAt),
  },
  search: (text) =>
    searchedWords(text).map((word) =>
      containsWord(sql`(${mails.recipient} || ' ' || coalesce(${mails.lastError}, ''))`, word),
    ),
  async complete(db, rows) {
    const inLog = await subjectsInLog(
      db,
      'mail',
      rows.map(({ id }) => id),
    )
    return rows.map((row) => ({
      ...row,
      /** What staff call its kind. */
      name: emailName(row.kind),
      /** Rejected after sending: it cannot be sent again from here. */
      isBounced: row.state === 'sent',
      /** When the next attempt is due; null when the email has permanently failed. */
      nextTryAt: row.state === 'queued' ? row.dueAt : null,
      /** Staff have sent it again: the audit log has who. */
      isInLog: inLog.has(row.id),
    }))
  },
  file: {
    columns: {},
    cells: [
      [labels.writtenAt, (row, dates) => dates.moment(row.createdAt)],
      [labels.kind, (row) => row.name],
      [labels.recipient, (row) => row.recipient],
      [labels.status, (row) => stateOf(row)],
      [labels.tries, (row) => row.attempts],
      [labels.error, (row) => row.lastError ?? ''],
    ],
  },
})
