import { and, asc, eq, inArray, or, sql } from 'drizzle-orm'

import type { Queryable, Transaction } from '#platform/database/connection.server.ts'
import { users } from '#platform/database/people.tables.ts'

import { wineKinds } from './request.rules.ts'
import type { Request } from './requests.store.server.ts'
import { writeAnswers } from './requests.store.server.ts'
import { requests } from './tables.ts'

const ofWine = (productId: string, state: 'open' | 'waiting') =>
  and(
    eq(requests.productId, productId),
    eq(requests.state, state),
    inArray(requests.kind, wineKinds),
  )

/** How many requests for this wine wait for a later vintage. */
export async function countWaiting(db: Queryable, productId: string): Promise<number> {
  return db.$count(
    requests,
    and(
      ofWine(productId, 'waiting'),
      sql`exists (select from ${users} as u where u.id = ${requests.userId} and u.erase_at is null)`,
    ),
  )
}

/** The ids of the open requests for a wine. */
export async function openRequestIds(db: Queryable, productId: string): Promise<string[]> {
  const rows = await db
    .select({ id: requests.id })
    .from(requests)
    .where(ofWine(productId, 'open'))
    .orderBy(asc(requests.id))
  return rows.map(({ id }) => id)
}

/**
 * Locks the requests that wait after one wine and those that are open for the other, in the order of their
 * ids. Returns both in the order of their queue.
 */
export async function lockWaiting(
  tx: Transaction,
  { from, to }: { from: string; to: string },
): Promise<{ waiting: Request[]; open: Request[] }> {
  const both = or(ofWine(from, 'waiting'), ofWine(to, 'open'))
  await tx
    .select({ id: requests.id })
    .from(requests)
    .where(both)
    .orderBy(asc(requests.id))
    .for('update')
  const line = await tx
    .select()
    .from(requests)
    .where(both)
    .orderBy(asc(requests.queuedAt), asc(requests.id))
  return {
    waiting: line.filter(({ state }) => state === 'waiting'),
    open: line.filter(({ state }) => state === 'open'),
  }
}

/** Opens a locked waiting request for a wine; `queuedAt` changes its position in the queue. */
export async function putInLine(
  tx: Transaction,
  id: string,
  { productId, queuedAt, by }: { productId: string; queuedAt: Date | null; by: string },
): Promise<void> {
  await tx
    .update(requests)
    .set({ state: 'open', productId, ...(queuedAt && { queuedAt }), version: sql`version + 1` })
    .where(eq(requests.id, id))
  await writeAnswers(tx, [{ requestId: id, byEmail: by, verdict: 'reopened' }])
}

/** Raises the units of a locked open request to at least these, without moving it in the queue. */
export async function raiseUnits(tx: Transaction, id: string, units: number): Promise<void> {
  await tx
    .update(requests)
    .set({ units: sql`greatest(units, ${units})`, version: sql`version + 1` })
    .where(eq(requests.id, id))
}
