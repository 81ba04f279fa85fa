import { auditEntries } from '#data/audit-log.ts'
import { may } from '#domain/access.ts'
import type { AuditEntry, SubjectKind } from '#domain/audit.ts'
import { logWords } from '#domain/audit.ts'

import type { Parts } from '#use-cases/parts.ts'
import type { Staff } from './record-log.ts'

/** Entries on a page of the log. */
export const entriesPerPage = 50

export type LogQuestion = {
  search: string
  subject: { kind: SubjectKind; id: string } | null
  /** The last entry of the page before. */
  olderThan: number | null
}

export type ViewedLog =
  | { ok: true; entries: AuditEntry[]; hasMore: boolean }
  | { ok: false; reason: 'not-staff' }

/** A page of what staff wrote, newest first. Only for staff. */
export async function viewAuditLog(
  { db }: Parts,
  viewer: Staff,
  { search, subject, olderThan }: LogQuestion,
): Promise<ViewedLog> {
  if (!may(viewer.role, 'see-staff-desk')) return { ok: false, reason: 'not-staff' }
  const limit = entriesPerPage + 1
  const entries = await auditEntries(db, { words: logWords(search), subject, olderThan, limit })
  const hasMore = entries.length > entriesPerPage
  return { ok: true, entries: entries.slice(0, entriesPerPage), hasMore }
}
