import { sql } from 'drizzle-orm'
import { expect } from 'vitest'

import { lockUser } from '#accounts/users/users.store.server.ts'
import type { Database, Queryable, Transaction } from '#platform/database/connection.server.ts'

/** How many statements in this database, and in no other of its server, wait for a lock. */
export async function waitingForLocks(db: Queryable): Promise<number> {
  const { rows } = await db.execute(sql`
    select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`)
  return rows.length
}

/** Does something that waits until what another does to an account is done; returns what came of it. */
export async function afterChangeOf<Result>(
  db: Database,
  userId: string,
  change: (tx: Transaction) => Promise<unknown>,
  act: () => Promise<Result>,
): Promise<Result> {
  // An object: a transaction waits for a promise that it returns.
  const { acting } = await db.transaction(async (tx) => {
    await lockUser(tx, userId)
    const waiting = act()
    await expect.poll(() => waitingForLocks(db)).toBe(1)
    await change(tx)
    return { acting: waiting }
  })
  return acting
}

/** Does something that waits until another transaction, with this change, is done; returns what came of it. */
export async function afterChange<Result>(
  db: Database,
  change: (tx: Transaction) => Promise<unknown>,
  act: () => Promise<Result>,
): Promise<Result> {
  const { acting } = await db.transaction(async (tx) => {
    await change(tx)
    const waiting = act()
    await expect.poll(() => waitingForLocks(db)).toBe(1)
    return { acting: waiting }
  })
  return acting
}
