import { eq, inArray, lt, sql } from 'drizzle-orm'

import type { Queryable } from '#platform/database/connection.server.ts'
import { deleteUnlocked } from '#platform/database/delete-unlocked.server.ts'

import { attempts } from './tables.ts'

/** An attempt under a rate limit: at most `max` in `minutes` from the first. */
export type Attempt = { key: string; minutes: number; max: number }

/**
 * Counts an attempt under each key, in one statement, so that the limits hold across processes. True while
 * all are allowed. Locks the keys in order, so that concurrent requests do not deadlock.
 */
export async function countAttempts(
  db: Queryable,
  attempted: readonly Attempt[],
): Promise<boolean> {
  const sorted = attempted.toSorted((a, b) => (a.key < b.key ? -1 : 1))
  const rows = sql.join(
    sorted.map(({ key, minutes }) => sql`(${key}, ${minutes}::int)`),
    sql`, `,
  )
  const { rows: counted } = await db.execute<{ key: string; count: number }>(sql`
    with attempted (key, minutes) as (values ${rows})
    insert into ${attempts} as counter (key, count, since)
    select key, 1, now() from attempted
    on conflict (key) do update set
      count = case when counter.since <= now() - make_interval(mins =>
        (select minutes from attempted where attempted.key = counter.key))
        then 1 else counter.count + 1 end,
      since = case when counter.since <= now() - make_interval(mins =>
        (select minutes from attempted where attempted.key = counter.key))
        then now() else counter.since end
    returning key, count`)
  return attempted.every(
    ({ key, max }) => (counted.find((row) => row.key === key)?.count ?? 0) <= max,
  )
}

/** Counts an attempt under one key. True while it is allowed: at most `max` in `minutes` from the first. */
export const countAttempt = (
  db: Queryable,
  key: string,
  minutes: number,
  max: number,
): Promise<boolean> => countAttempts(db, [{ key, minutes, max }])

/** After a success: resets the counter of `clear`, and reduces the others by one. */
export async function uncountAttempt(
  db: Queryable,
  clear: string,
  decrement: readonly string[],
): Promise<void> {
  const keys = [clear, ...decrement]
  // The same order as counting has, which compares keys by bytes.
  await db.execute(sql`
    with locked as materialized (
      select key from ${attempts} where ${inArray(attempts.key, keys)}
      order by key collate "C" for update
    )
    update ${attempts} as counter
    set count = case when counter.key = ${clear} then 0 else greatest(count - 1, 0) end
    from locked where counter.key = locked.key`)
}

/** Resets a key's counter. */
export async function clearAttempts(db: Queryable, key: string): Promise<void> {
  await db.delete(attempts).where(eq(attempts.key, key))
}

/** Deletes counters from before a time, except of blocked keys. */
export async function deleteAttemptsBefore(db: Queryable, moment: Date): Promise<void> {
  const old = sql`${lt(attempts.since, moment)} and not ${attempts.blocked}`
  await deleteUnlocked(db, attempts, attempts.key, old)
}
