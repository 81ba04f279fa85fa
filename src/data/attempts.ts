import { eq, lt, sql } from 'drizzle-orm'

import type { Queryable } from './connection.server.ts'
import { attempts } from './schema/trade.ts'

/**
 * Counts one more attempt under `key` and answers whether it is still allowed: at most `max` in
 * `windowMinutes` from the first. One statement, so that the limit holds across processes.
 */
export async function countAttempt(
  db: Queryable,
  key: string,
  windowMinutes: number,
  max: number,
): Promise<boolean> {
  const over = sql`${attempts.since} <= now() - make_interval(mins => ${windowMinutes})`
  const [row] = await db
    .insert(attempts)
    .values({ key, count: 1, since: sql`now()` })
    .onConflictDoUpdate({
      target: attempts.key,
      set: {
        count: sql`case when ${over} then 1 else ${attempts.count} + 1 end`,
        since: sql`case when ${over} then now() else ${attempts.since} end`,
      },
    })
    .returning({ count: attempts.count })
  return row!.count <= max
}

/** Starts a key's count afresh, as after a success. */
export async function clearAttempts(db: Queryable, key: string): Promise<void> {
  await db.delete(attempts).where(eq(attempts.key, key))
}

/** Forgets counters that began before `moment`; blocked keys stay. */
export async function forgetAttemptsBefore(db: Queryable, moment: Date): Promise<void> {
  await db.delete(attempts).where(sql`${lt(attempts.since, moment)} and not ${attempts.blocked}`)
}
