import { entriesAbout } from './audit-log.store.server.ts'
import type { Queryable } from '../database/connection.server.ts'
import type { WordedEntry, SubjectKind } from './audit.rules.ts'

/** Entries shown on the record they are about. */
const onRecord = 10

/** The newest entries about one record. */
export const logOf = (db: Queryable, kind: SubjectKind, id: string): Promise<WordedEntry[]> =>
  logOfAll(db, [{ kind, id }])

/** The newest entries about a record and those that belong to it. */
export const logOfAll = (
  db: Queryable,
  records: readonly { kind: SubjectKind; id: string }[],
): Promise<WordedEntry[]> => entriesAbout(db, records, onRecord)

/** The author of the newest entry about a record; null where there is none. */
export async function lastWriter(
  db: Queryable,
  kind: SubjectKind,
  id: string,
): Promise<string | null> {
  const [newest] = await entriesAbout(db, [{ kind, id }], 1)
  return newest?.actorEmail ?? null
}

/** Who saved a record last, if that was staff: a write and its entry have the same time. */
export async function lastSavedBy(
  db: Queryable,
  kind: SubjectKind,
  record: { id: string; savedAt: Date },
): Promise<string | null> {
  const [newest] = await entriesAbout(db, [{ kind, id: record.id }], 1)
  return newest?.at.getTime() === record.savedAt.getTime() ? newest.actorEmail : null
}
