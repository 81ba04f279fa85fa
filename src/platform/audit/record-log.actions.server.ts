import type { Queryable } from '../database/connection.server.ts'
import { entriesAbout } from './audit-log.store.server.ts'
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

/**
 * Who saved a record last, if that was staff. Of a record that others save too, `savedAt` tells: a write and
 * its entry have the same time.
 */
export async function lastSavedBy(
  db: Queryable,
  kind: SubjectKind,
  { id, savedAt }: { id: string; savedAt?: Date },
): Promise<string | null> {
  const [newest] = await entriesAbout(db, [{ kind, id }], 1)
  const isByOther = savedAt && newest?.at.getTime() !== savedAt.getTime()
  return isByOther ? null : (newest?.actorEmail ?? null)
}
