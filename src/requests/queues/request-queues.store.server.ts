import { and, eq, getTableColumns, gt, gte, sql } from 'drizzle-orm'

import type { Queryable } from '#platform/database/connection.server.ts'

import { requestQueues } from '../tables.ts'

type RequestQueue = Omit<typeof requestQueues.$inferSelect, 'productId' | 'toPassOn'>

/** Settings of a queue without a row, which has version 0. */
const defaults: RequestQueue = {
  isOpen: false,
  showsPosition: true,
  order: 'first-asked',
  mostPerPerson: 3,
  isAutomatic: false,
  version: 0,
}

const { productId: _id, toPassOn: _cases, ...columns } = getTableColumns(requestQueues)

/** The settings of a wine's queue; the defaults for requests without a wine. */
export async function requestQueue(db: Queryable, productId: string | null): Promise<RequestQueue> {
  if (productId === null) return defaults
  const [row] = await db
    .select(columns)
    .from(requestQueues)
    .where(eq(requestQueues.productId, productId))
  return row ?? defaults
}

/** Saves a queue's settings if their version is unchanged (optimistic locking). */
export async function saveRequestQueue(
  db: Queryable,
  productId: string,
  { version, ...settings }: RequestQueue,
): Promise<boolean> {
  if (version === 0) {
    const inserted = await db
      .insert(requestQueues)
      .values({ productId, ...settings })
      .onConflictDoNothing()
    return (inserted.rowCount ?? 0) > 0
  }
  const updated = await db
    .update(requestQueues)
    .set({
      ...settings,
      // What is left to pass on is staff's to grant from then on.
      ...(!settings.isAutomatic && { toPassOn: 0 }),
      version: sql`version + 1`,
    })
    .where(and(eq(requestQueues.productId, productId), eq(requestQueues.version, version)))
  return (updated.rowCount ?? 0) > 0
}

/** Adds cases of lapsed grants for the next in line, if the queue is automatic. */
export async function passOn(db: Queryable, productId: string, cases: number): Promise<void> {
  await db
    .update(requestQueues)
    .set({ toPassOn: sql`to_pass_on + ${cases}` })
    .where(and(eq(requestQueues.productId, productId), eq(requestQueues.isAutomatic, true)))
}

/** Automatic queues with cases for the next in line. */
export const queuesToPassOn = (db: Queryable) =>
  db
    .select()
    .from(requestQueues)
    .where(and(eq(requestQueues.isAutomatic, true), gt(requestQueues.toPassOn, 0)))

/** Subtracts cases that nobody in line is left to get. */
export async function passedOn(db: Queryable, productId: string, cases: number): Promise<void> {
  await db
    .update(requestQueues)
    .set({ toPassOn: sql`greatest(0, to_pass_on - ${cases})` })
    .where(eq(requestQueues.productId, productId))
}

/** Takes cases for the next in line. False where another run has taken them, or the queue goes on by itself no more. */
export async function takeToPassOn(
  tx: Queryable,
  productId: string,
  cases: number,
): Promise<boolean> {
  const taken = await tx
    .update(requestQueues)
    .set({ toPassOn: sql`to_pass_on - ${cases}` })
    .where(
      and(
        eq(requestQueues.productId, productId),
        eq(requestQueues.isAutomatic, true),
        gte(requestQueues.toPassOn, cases),
      ),
    )
  return taken.rowCount === 1
}

/** Closes a queue: no further requests beyond allocations, and no automatic grants. */
export async function closeRequestQueue(db: Queryable, productId: string): Promise<void> {
  await db
    .update(requestQueues)
    .set({ isOpen: false, toPassOn: 0, version: sql`version + 1` })
    .where(eq(requestQueues.productId, productId))
}
