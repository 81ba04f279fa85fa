import { and, eq, inArray } from 'drizzle-orm'

import type { Queryable } from '#platform/database/connection.server.ts'

import type { SuppressionReason } from './suppression.rules.ts'
import { suppressions } from './tables.ts'

export async function suppress(
  db: Queryable,
  emailHash: string,
  reasons: readonly SuppressionReason[],
): Promise<void> {
  if (reasons.length === 0) return
  await db
    .insert(suppressions)
    .values(reasons.map((reason) => ({ emailHash, reason })))
    .onConflictDoNothing()
}

/** Deletes all suppressions of an address after a new consent. */
export async function endSuppressions(db: Queryable, emailHash: string): Promise<void> {
  await db.delete(suppressions).where(eq(suppressions.emailHash, emailHash))
}

/** The hashes among these that are suppressed for one of the reasons. */
export async function suppressedAmong(
  db: Queryable,
  emailHashes: readonly string[],
  reasons: readonly SuppressionReason[],
): Promise<Set<string>> {
  if (emailHashes.length === 0) return new Set()
  const rows = await db
    .select({ emailHash: suppressions.emailHash })
    .from(suppressions)
    .where(
      and(
        inArray(suppressions.emailHash, [...emailHashes]),
        inArray(suppressions.reason, [...reasons]),
      ),
    )
  return new Set(rows.map((row) => row.emailHash))
}
