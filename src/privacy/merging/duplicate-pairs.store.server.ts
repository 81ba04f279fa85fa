import { and, eq, isNull, sql } from 'drizzle-orm'

import type { Queryable, Transaction } from '#platform/database/connection.server.ts'
import { isUuid } from '#platform/database/uuid.ts'

import { duplicates } from './tables.ts'

/** Records that two accounts belong to different people. False when the pair is not on the list. */
export async function dismissPair(tx: Transaction, one: string, other: string): Promise<boolean> {
  if (!isUuid(one) || !isUuid(other)) return false
  const [first = '', second = ''] = [one, other].toSorted()
  const dismissed = await tx
    .update(duplicates)
    .set({ dismissedAt: sql`now()` })
    .where(
      and(eq(duplicates.one, first), eq(duplicates.other, second), isNull(duplicates.dismissedAt)),
    )
  return dismissed.rowCount === 1
}

/** Searches for pairs. Returns how many are new. */
export async function findAllDuplicates(db: Queryable): Promise<number> {
  const { rows } = await db.execute<{ found: number }>(sql`select find_duplicates() as found`)
  return rows[0]!.found
}
