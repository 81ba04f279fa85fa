import { and, desc, eq, inArray, or, sql } from 'drizzle-orm'

import type { Queryable } from '../database/connection.server.ts'
import type {
  AuditAction,
  AuditSubject,
  AuditValues,
  SubjectKind,
  WordedEntry,
} from './audit.rules.ts'
import { worded } from './log-words.server.ts'
import { auditLog } from './tables.ts'

/** Who made a change; `id` is null for a command line, a job or the provider, which `email` then names. */
export type Actor = { id: string | null; email: string }

/** Only what changed; null where the subject did not exist before, or does not after. */
export type AuditChange = { before?: AuditValues | null; after?: AuditValues | null }

/** Records a write by staff, in the transaction of that write. */
export async function writeAuditEntry(
  db: Queryable,
  actor: Actor,
  action: AuditAction,
  subject: AuditSubject,
  { before = null, after = null }: AuditChange = {},
): Promise<void> {
  await db.insert(auditLog).values({
    actorId: actor.id,
    actorEmail: actor.email,
    action,
    subjectKind: subject.kind,
    subjectId: subject.id,
    subjectLabel: subject.label,
    before,
    after,
  })
}

/** Rows of a list that somebody exported in the last 24 hours. */
export async function exportedToday(db: Queryable, { id }: Actor, list: string): Promise<number> {
  const { rows } = await db.execute<{ rows: number }>(sql`
    select coalesce(sum((after ->> 'rows')::int), 0)::int as rows from ${auditLog}
    where action = 'list-exported' and actor_id = ${id} and subject_id = ${list}
      and at > now() - interval '1 day'`)
  return rows[0]!.rows
}

/** Counts somebody's exports of a list one after another, until the transaction ends. */
export async function lockExports(tx: Queryable, { id }: Actor, list: string): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`export ${id} ${list}`}, 0))`,
  )
}

/** The columns of an entry. */
export const entryColumns = {
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
}

/** The newest entries about one of these records, newest first. */
export async function entriesAbout(
  db: Queryable,
  records: readonly { kind: SubjectKind; id: string }[],
  limit: number,
): Promise<WordedEntry[]> {
  const entries = await db
    .select(entryColumns)
    .from(auditLog)
    .where(
      or(
        ...records.map(({ kind, id }) =>
          and(eq(auditLog.subjectKind, kind), eq(auditLog.subjectId, id)),
        ),
      ),
    )
    .orderBy(desc(auditLog.id))
    .limit(limit)
  return entries.map(worded)
}

/** The ids among these about which the log has entries. */
export async function subjectsInLog(
  db: Queryable,
  kind: SubjectKind,
  ids: readonly string[],
): Promise<Set<string>> {
  const rows = await db
    .selectDistinct({ id: auditLog.subjectId })
    .from(auditLog)
    .where(and(eq(auditLog.subjectKind, kind), inArray(auditLog.subjectId, [...ids])))
  return new Set(rows.map(({ id }) => id))
}
