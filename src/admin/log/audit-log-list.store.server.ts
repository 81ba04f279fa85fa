import type { SQL } from 'drizzle-orm'
import { eq, lt, sql } from 'drizzle-orm'

import { orders } from '#orders/order/tables.ts'
import { logCopy as copy } from '#platform/audit/audit-log.copy.ts'
import { entryColumns } from '#platform/audit/audit-log.store.server.ts'
import type { SubjectKind } from '#platform/audit/audit.rules.ts'
import {
  isSubjectKind,
  actionName,
  actionNames,
  isLogged,
  worded,
} from '#platform/audit/log-words.server.ts'
import { auditLog } from '#platform/audit/tables.ts'
import { isUuid } from '#platform/database/uuid.ts'
import { withWords } from '#platform/database/word-search.ts'
import { adminList, since, until } from '#platform/list/admin-list.store.server.ts'
import { lettersAndDigits } from '#platform/text/searched-words.rules.ts'
import { requests } from '#requests/tables.ts'
import { shipments } from '#shipping/tables.ts'

/** Entries about one record, as `subscriber:7f…`. */
function isAbout(text: string) {
  const [kind = '', id] = text.split(/:(.*)/s)
  return isSubjectKind(kind) && id
    ? sql`(${auditLog.subjectKind} = ${kind} and ${auditLog.subjectId} = ${id})`
    : sql`false`
}

/** Entries about a person by their account's id: the account, its orders, shipments and requests. */
function isOfPerson(id: string) {
  if (!isUuid(id)) return sql`false`
  const about = (kind: SubjectKind, ids: SQL) =>
    sql`(${auditLog.subjectKind} = ${kind} and ${auditLog.subjectId} in (${ids}))`
  return sql`(${about('user', sql`${id}`)}
    or ${about('order', sql`select o.id::text from ${orders} as o where o.user_id = ${id}`)}
    or ${about('request', sql`select r.id::text from ${requests} as r where r.user_id = ${id}`)}
    or ${about('shipment', sql`select s.id::text from ${shipments} as s join ${orders} as o on o.id = s.order_id where o.user_id = ${id}`)})`
}

/** The audit log, newest first. */
export const auditLogList = adminList({
  name: 'log',
  action: 'read-log',
  namesPeople: true,
  table: auditLog,
  columns: entryColumns,
  sorts: { newest: [auditLog.id] },
  startSort: 'newest',
  cursor: { keyOf: ({ id }) => id, after: (id) => lt(auditLog.id, id) },
  filters: {
    subject: isAbout,
    person: isOfPerson,
    by: { label: copy.actor, any: copy.anyone, by: (email) => eq(auditLog.actorEmail, email) },
    action: {
      label: copy.action,
      any: copy.anyAction,
      options: actionNames,
      by: (action) => (isLogged(action) ? eq(auditLog.action, action) : sql`false`),
    },
    from: since(auditLog.at, copy.from),
    to: until(auditLog.at, copy.to),
  },
  search: (text) => {
    const words = lettersAndDigits(text)
    return words.length > 0 ? [sql`${auditLog.words} @@ ${withWords(words)}`] : []
  },
  complete: async (_db, rows) => rows.map(worded),
  file: {
    columns: {},
    cells: [
      [copy.at, (row, dates) => dates.moment(row.at)],
      [copy.action, (row) => actionName(row.action)],
      [copy.subject, (row) => row.sentence.subject],
      [copy.actor, (row) => row.actorEmail],
      [copy.before, (row) => (row.before ? JSON.stringify(row.before) : '')],
      [copy.after, (row) => (row.after ? JSON.stringify(row.after) : '')],
    ],
  },
})
