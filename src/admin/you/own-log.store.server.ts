import { desc, eq } from 'drizzle-orm'

import { auditLog } from '#platform/audit/tables.ts'
import type { Queryable } from '#platform/database/connection.server.ts'

/** An action of a staff member, without its subject, which may be other people's data. */
type OwnEntry = { at: Date; action: string; about: string }

/** Actions of a staff member, newest first; without `limit` all of them. */
export async function ownLog(db: Queryable, userId: string, limit?: number): Promise<OwnEntry[]> {
  const entries = db
    .select({ at: auditLog.at, action: auditLog.action, about: auditLog.subjectKind })
    .from(auditLog)
    .where(eq(auditLog.actorId, userId))
    .orderBy(desc(auditLog.id))
  return limit === undefined ? entries : entries.limit(limit)
}
