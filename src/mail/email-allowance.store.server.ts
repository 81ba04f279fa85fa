import { createHash } from 'node:crypto'

import { eq, sql } from 'drizzle-orm'

import type { Queryable } from '#platform/database/connection.server.ts'

import { countAttempt } from './attempts.store.server.ts'
import { attempts } from './tables.ts'

/**
 * The key of an address's counter, with its hash. Emails themselves are not counted: they are deleted with
 * an account, which must not reset the limit.
 */
const keyOf = (address: string) =>
  `emails-to-address:${createHash('sha256').update(address).digest('base64url')}`

const windowMinutes = 60

/** Whether an address has received fewer than `max` emails within the hour. Counts nothing. */
export async function isEmailAllowanceLeft(
  db: Queryable,
  address: string,
  max: number,
): Promise<boolean> {
  const [row] = await db
    .select({ count: attempts.count })
    .from(attempts)
    .where(
      sql`${eq(attempts.key, keyOf(address))}
        and ${attempts.since} > now() - make_interval(mins => ${windowMinutes})`,
    )
  return (row?.count ?? 0) < max
}

/** Counts an email to an address; false when it exceeds `max` within the hour. */
export const takeEmailAllowance = (db: Queryable, address: string, max: number): Promise<boolean> =>
  countAttempt(db, keyOf(address), windowMinutes, max)

/** Reverses the count of an email that was not sent. */
export async function putBackEmailAllowance(db: Queryable, address: string): Promise<void> {
  await db
    .update(attempts)
    .set({ count: sql`greatest(${attempts.count} - 1, 0)` })
    .where(eq(attempts.key, keyOf(address)))
}
