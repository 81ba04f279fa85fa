import type { Queryable } from './connection.server.ts'
import { auditLog } from './schema/desk.ts'

export type AuditEntry = Omit<typeof auditLog.$inferInsert, 'id' | 'at'>

/** Notes a write by staff, in the transaction that makes it. */
export async function noteInAuditLog(db: Queryable, entry: AuditEntry): Promise<void> {
  await db.insert(auditLog).values(entry)
}
