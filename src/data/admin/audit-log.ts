import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm'

import type { AuditAction, AuditEntry, AuditValues, SubjectKind } from '#domain/admin/audit.ts'

import type { Queryable } from '#data/connection.server.ts'
import { auditLog } from '#data/schema/operations.ts'

export type NewAuditEntry = {
  /** Null for a command line; the email then says who ran it. */
  actorId: string | null
  actorEmail: string
  action: AuditAction
  subjectKind: SubjectKind
  subjectId: string
  /** Whom or what it is about, in words. */
  subjectLabel: string
  /** Only what changed; null where there was nothing, or is nothing any more. */
  before: AuditValues | null
  after: AuditValues | null
}

/** Notes a write by staff, in the transaction that makes it. */
export async function writeAuditEntry(db: Queryable, entry: NewAuditEntry): Promise<void> {
  await db.insert(auditLog).values(entry)
}

const entry = {
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

export type LogFilter = {
  /** Words that all have to begin a word of the entry; none finds everything. */
  words: readonly string[]
  /** Only what is about this one. */
  subject: { kind: SubjectKind; id: string } | null
  /** Only entries older than the one of this id. */
  olderThan: number | null
  limit: number
}

/** Entries of the log that fit, newest first. */
export async function auditEntries(
  db: Queryable,
  { words, subject, olderThan, limit }: LogFilter,
): Promise<AuditEntry[]> {
  const query = words.map((word) => `${word}:*`).join(' & ')
  return db
    .select(entry)
    .from(auditLog)
    .where(
      and(
        query ? sql`${auditLog.words} @@ to_tsquery('simple', ${query})` : undefined,
        subject
          ? and(eq(auditLog.subjectKind, subject.kind), eq(auditLog.subjectId, subject.id))
          : undefined,
        olderThan === null ? undefined : lt(auditLog.id, olderThan),
      ),
    )
    .orderBy(desc(auditLog.id))
    .limit(limit)
}

/** Which of these the log has entries about. */
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
