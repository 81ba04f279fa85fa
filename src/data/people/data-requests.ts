import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm'

import type { DataRequestKind } from '#domain/people/data-request.ts'

import type { Queryable, Transaction } from '#data/connection.server.ts'
import { dataRequests } from '#data/schema/consent.ts'
import { userEmails } from '#data/schema/merges.ts'
import { mailingListClients, users } from '#data/schema/people.ts'

import { isLive } from './soft-delete.ts'

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

/** Closes all requests of an erased address, and deletes the address from them. */
export async function closeDataRequests(db: Queryable, email: string): Promise<void> {
  await db
    .update(dataRequests)
    .set({ email: null, doneAt: sql`coalesce(done_at, now())` })
    .where(eq(dataRequests.email, email))
}

/**
 * Marks a request as done. `done` when it is done or unknown; `not-erased` when it asks to erase an address
 * that an account or the mailing list still has.
 */
export async function finishDataRequest(
  tx: Transaction,
  number: number,
): Promise<'finished' | 'done' | 'not-erased'> {
  const [open] = await tx
    .select()
    .from(dataRequests)
    .where(and(eq(dataRequests.number, number), isNull(dataRequests.doneAt)))
    .for('update')
  if (!open) return 'done'
  if (open.kind === 'erasure' && open.email && (await isStillKept(tx, open.email))) {
    return 'not-erased'
  }
  await tx
    .update(dataRequests)
    .set({ doneAt: sql`now()` })
    .where(eq(dataRequests.number, number))
  return 'finished'
}

async function isStillKept(db: Queryable, email: string): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    select from ${users} where ${users.email} = ${email} and ${isLive(users)}
    union all
    select from ${userEmails} join ${users} on ${users.id} = ${userEmails.userId}
      where ${userEmails.email} = ${email} and ${isLive(users)}
    union all
    select from ${mailingListClients}
      where ${mailingListClients.email} = ${email} and ${isLive(mailingListClients)}
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
