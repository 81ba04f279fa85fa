import { and, eq, lt, sql } from 'drizzle-orm'

import type { AuditValues } from '#domain/admin/audit.ts'
import { isSubjectKind, logWords } from '#domain/admin/audit.ts'
import { subjectName } from '#domain/copy/log-sentences.ts'
import { actionName, logCopy as copy } from '#domain/copy/records.ts'

import { auditLog } from '#data/schema/operations.ts'

import { adminList } from './admin-list.ts'

/** `subscriber:7f…` */
function isAbout(text: string) {
  const [kind, id] = text.split(/:(.*)/s)
  return isSubjectKind(kind) && id
    ? and(eq(auditLog.subjectKind, kind), eq(auditLog.subjectId, id))
    : undefined
}

/** What staff wrote, newest first. */
export const auditLogList = adminList({
  name: 'log',
  action: 'read-log',
  table: auditLog,
  columns: {
    id: auditLog.id,
    at: auditLog.at,
    actorId: auditLog.actorId,
    actorEmail: auditLog.actorEmail,
    action: auditLog.action,
    subjectKind: auditLog.subjectKind,
    subjectId: auditLog.subjectId,
    subjectLabel: auditLog.subjectLabel,
    before: sql<AuditValues | null>`${auditLog.before}`,
    after: sql<AuditValues | null>`${auditLog.after}`,
  },
  sorts: { newest: [auditLog.id] },
  startSort: 'newest',
  cursor: { keyOf: ({ id }) => id, after: (id) => lt(auditLog.id, id) },
  filters: { subject: isAbout },
  search: (text) => {
    const query = logWords(text)
      .map((word) => `${word}:*`)
      .join(' & ')
    return query ? [sql`${auditLog.words} @@ to_tsquery('simple', ${query})`] : []
  },
  file: {
    columns: {},
    cells: [
      [copy.at, (row) => row.at.toISOString()],
      [copy.action, (row) => actionName(row.action)],
      [copy.subject, (row) => subjectName(row)],
      [copy.actor, (row) => row.actorEmail],
      [copy.before, (row) => (row.before ? JSON.stringify(row.before) : '')],
      [copy.after, (row) => (row.after ? JSON.stringify(row.after) : '')],
    ],
  },
})
