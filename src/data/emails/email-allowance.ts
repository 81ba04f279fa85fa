import { createHash } from 'node:crypto'

import { eq, sql } from 'drizzle-orm'

import type { Queryable } from '#data/connection.server.ts'
import { attempts } from '#data/schema/operations.ts'
import { countAttempt } from '#data/sign-in/attempts.ts'

/**
 * Counted under a hash of the address and apart from the emails themselves: deleting an account
 * deletes what was sent to it, and must not start the count afresh.
 */
const keyOf = (address: string) =>
  `emails-to-address:${createHash('sha256').update(address).digest('base64url')}`

const windowMinutes = 60

/** Whether an address has one of its `max` emails an hour left. Takes none. */
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

/** Takes one of an address's `max` emails an hour; false when none is left. */
export const takeEmailAllowance = (db: Queryable, address: string, max: number): Promise<boolean> =>
  countAttempt(db, keyOf(address), windowMinutes, max)

/** Returns one that was taken for an email that was not sent. */
export async function putBackEmailAllowance(db: Queryable, address: string): Promise<void> {
  await db
    .update(attempts)
    .set({ count: sql`greatest(${attempts.count} - 1, 0)` })
    .where(eq(attempts.key, keyOf(address)))
}
