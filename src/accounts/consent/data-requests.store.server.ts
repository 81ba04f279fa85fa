import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm'

import type { Queryable, Transaction } from '#platform/database/connection.server.ts'
import { mailingListClients, users } from '#platform/database/people.tables.ts'

import { isLive } from '../users/soft-delete.store.server.ts'
import { userEmails } from '../users/tables.ts'
import type { DataRequestKind, DataRequestOutcome } from './data-request.rules.ts'
import { leavesAddress } from './data-request.rules.ts'
import { dataRequests } from './tables.ts'

export type DataRequest = typeof dataRequests.$inferSelect

/** Records a request; `isDone`: answered in the same transaction. Returns its number. */
export async function insertDataRequest(
  db: Queryable,
  kind: DataRequestKind,
  email: string,
  { isDone = false, by = null as string | null } = {},
): Promise<number> {
  const [row] = await db
    .insert(dataRequests)
    .values({ kind, email, by, ...(isDone && { doneAt: sql`now()` }) })
    .returning({ number: dataRequests.number })
  return row!.number
}

/**
 * The number of an open request of this kind that staff recorded for an address, or null. Takes a lock, so
 * that two staff members do not record the same request.
 */
export async function openRequestNotedFor(
  tx: Transaction,
  kind: DataRequestKind,
  email: string,
): Promise<number | null> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`data-request ${email}`}, 0))`,
  )
  const [row] = await tx
    .select({ number: dataRequests.number })
    .from(dataRequests)
    .where(
      and(
        eq(dataRequests.kind, kind),
        eq(dataRequests.email, email),
        isNotNull(dataRequests.by),
        isNull(dataRequests.doneAt),
      ),
    )
    .orderBy(asc(dataRequests.number))
    .limit(1)
  return row?.number ?? null
}

/** Closes all requests of an erased address, and deletes the address and staff's notes from them. */
export async function closeDataRequests(db: Queryable, email: string): Promise<void> {
  await db
    .update(dataRequests)
    .set({ email: null, outcomeNote: '', doneAt: sql`coalesce(done_at, now())` })
    .where(eq(dataRequests.email, email))
}

export async function moveDataRequests(db: Queryable, from: string, to: string): Promise<void> {
  await db.update(dataRequests).set({ email: to }).where(eq(dataRequests.email, from))
}

/**
 * Closes an open request with what was done about it. False where it asks to erase an address that an
 * account or the list still has, unless its person took it back or could not be identified; once that is erased,
 * its request does not keep it either.
 */
export async function finishDataRequest(
  tx: Transaction,
  open: DataRequest,
  { outcome, note }: { outcome: DataRequestOutcome; note: string },
): Promise<boolean> {
  const isGone = open.kind === 'erasure' && !leavesAddress(outcome)
  if (isGone && open.email && (await isStillKept(tx, open.email))) return false
  await tx
    .update(dataRequests)
    .set({ doneAt: sql`now()`, outcome, outcomeNote: note })
    .where(eq(dataRequests.number, open.number))
  if (isGone && open.email) await forgetAnswered(tx, open.email)
  return true
}

/** A request that is not done, its row locked; null where it is done or there is none. */
export async function lockOpenRequest(
  tx: Transaction,
  number: number,
): Promise<DataRequest | null> {
  const [open] = await tx
    .select()
    .from(dataRequests)
    .where(and(eq(dataRequests.number, number), isNull(dataRequests.doneAt)))
    .for('update')
  return open ?? null
}

/** Requests that were answered keep no address that is erased; one that waits for an answer needs it. */
async function forgetAnswered(tx: Transaction, email: string): Promise<void> {
  await tx
    .update(dataRequests)
    .set({ email: null })
    .where(and(eq(dataRequests.email, email), isNotNull(dataRequests.doneAt)))
}

async function isStillKept(db: Queryable, email: string): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    select from ${users} where ${users.email} = ${email} and ${isLive(users)}
    union all
    select from ${userEmails} join ${users} on ${users.id} = ${userEmails.userId}
      where ${userEmails.email} = ${email} and ${isLive(users)}
    union all
    select from ${mailingListClients} where ${mailingListClients.email} = ${email}
    limit 1`)
  return rowCount === 1
}

/** The oldest 200 open requests, oldest first. */
export const openDataRequests = (db: Queryable): Promise<DataRequest[]> =>
  db
    .select()
    .from(dataRequests)
    .where(isNull(dataRequests.doneAt))
    .orderBy(asc(dataRequests.askedAt))
    .limit(200)

/** The requests of an address, oldest first. */
export const dataRequestsOf = (db: Queryable, email: string): Promise<DataRequest[]> =>
  db
    .select()
    .from(dataRequests)
    .where(eq(dataRequests.email, email))
    .orderBy(asc(dataRequests.number))
