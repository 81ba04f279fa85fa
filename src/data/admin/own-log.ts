import { desc, eq } from 'drizzle-orm'

import type { Queryable } from '#data/connection.server.ts'
import { auditLog } from '#data/schema/operations.ts'

/** What somebody of the staff did, without whom or what it was about: that is others' data. */
export type OwnEntry = { at: Date; action: string; about: string }

/** Newest first; all of them without a limit. */
export async function ownLog(db: Queryable, userId: string, limit?: number): Promise<OwnEntry[]> {
  const entries = db
    .select({ at: auditLog.at, action: auditLog.action, about: auditLog.subjectKind })
    .from(auditLog)
    .where(eq(auditLog.actorId, userId))
    .orderBy(desc(auditLog.id))
  return limit === undefined ? entries : entries.limit(limit)
}
