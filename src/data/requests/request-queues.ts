import { and, eq, getTableColumns, gt, sql } from 'drizzle-orm'

import type { Queryable } from '#data/connection.server.ts'
import { requestQueues } from '#data/schema/requests.ts'

export type RequestQueue = Omit<typeof requestQueues.$inferSelect, 'productId' | 'toPassOn'>

/** How the requests for a wine are worked off while nobody has changed it; version 0 is no row. */
const defaults: RequestQueue = {
  isOpen: false,
  showsPosition: true,
  order: 'first-asked',
  mostPerPerson: 3,
  isAutomatic: false,
  version: 0,
}

const { productId: _id, toPassOn: _cases, ...columns } = getTableColumns(requestQueues)

/** The settings of a wine's queue; those of the club and of subscriptions are the defaults. */
export async function requestQueue(db: Queryable, productId: string | null): Promise<RequestQueue> {
  if (productId === null) return defaults
  const [row] = await db
    .select(columns)
    .from(requestQueues)
    .where(eq(requestQueues.productId, productId))
  return row ?? defaults
}

/** Saves a queue's settings if it still is that version. Returns false when it is not. */
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
    .set({ ...settings, version: sql`version + 1` })
    .where(and(eq(requestQueues.productId, productId), eq(requestQueues.version, version)))
  return (updated.rowCount ?? 0) > 0
}

/** Notes cases of lapsed grants that the next in line get, where the queue goes on by itself. */
export async function passOn(db: Queryable, productId: string, cases: number): Promise<void> {
  await db
    .update(requestQueues)
    .set({ toPassOn: sql`to_pass_on + ${cases}` })
    .where(and(eq(requestQueues.productId, productId), eq(requestQueues.isAutomatic, true)))
}

/** The queues that go on by themselves and have cases to pass on. */
export const queuesToPassOn = (db: Queryable) =>
  db
    .select()
    .from(requestQueues)
    .where(and(eq(requestQueues.isAutomatic, true), gt(requestQueues.toPassOn, 0)))

/** Takes cases out of what a queue has to pass on. */
export async function passedOn(db: Queryable, productId: string, cases: number): Promise<void> {
  await db
    .update(requestQueues)
    .set({ toPassOn: sql`greatest(0, to_pass_on - ${cases})` })
    .where(eq(requestQueues.productId, productId))
}

/** Takes no more requests for cases beyond allocations, and passes nothing on any more. */
export async function closeRequestQueue(db: Queryable, productId: string): Promise<void> {
  await db
    .update(requestQueues)
    .set({ isOpen: false, toPassOn: 0, version: sql`version + 1` })
    .where(eq(requestQueues.productId, productId))
}
