import { eq, inArray, lt, sql } from 'drizzle-orm'

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

/**
 * Counts one more attempt under each key and answers whether all of them are still allowed. Keys
 * are taken in one order, so that two who count the same ones never wait for each other.
 */
export async function countAttempts(
  db: Queryable,
  asked: readonly { key: string; minutes: number; max: number }[],
): Promise<boolean> {
  const sorted = asked.toSorted((a, b) => (a.key < b.key ? -1 : 1))
  const rows = sql.join(
    sorted.map(({ key, minutes }) => sql`(${key}, ${minutes}::int)`),
    sql`, `,
  )
  const { rows: counted } = await db.execute<{ key: string; count: number }>(sql`
    with asked (key, minutes) as (values ${rows})
    insert into ${attempts} as held (key, count, since)
    select key, 1, now() from asked
    on conflict (key) do update set
      count = case when held.since <= now() - make_interval(mins =>
        (select minutes from asked where asked.key = held.key)) then 1 else held.count + 1 end,
      since = case when held.since <= now() - make_interval(mins =>
        (select minutes from asked where asked.key = held.key)) then now() else held.since end
    returning key, count`)
  return asked.every(({ key, max }) => (counted.find((row) => row.key === key)?.count ?? 0) <= max)
}

/** After a success: the first key's count starts afresh, the others get their one attempt back. */
export async function forgiveAttempt(
  db: Queryable,
  clear: string,
  giveBack: readonly string[],
): Promise<void> {
  await db
    .update(attempts)
    .set({ count: sql`case when key = ${clear} then 0 else greatest(count - 1, 0) end` })
    .where(inArray(attempts.key, [clear, ...giveBack]))
}

/** Starts a key's count afresh, as after a success. */
export async function clearAttempts(db: Queryable, key: string): Promise<void> {
  await db.delete(attempts).where(eq(attempts.key, key))
}

/** Forgets counters that began before `moment`; blocked keys stay. */
export async function forgetAttemptsBefore(db: Queryable, moment: Date): Promise<void> {
  await db.delete(attempts).where(sql`${lt(attempts.since, moment)} and not ${attempts.blocked}`)
}
