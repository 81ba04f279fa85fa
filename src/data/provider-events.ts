import { asc, eq, isNull, sql } from 'drizzle-orm'

import type { Queryable } from './connection.server.ts'
import { providerEvents } from './schema/trade.ts'

export type ProviderEventRow = typeof providerEvents.$inferSelect

/** Notes an event. False when it was noted and settled before: there is nothing left to do. */
export async function noteProviderEvent(
  db: Queryable,
  event: { id: string; type: string; objectId: string | null; createdAt: Date },
): Promise<boolean> {
  const [row] = await db
    .insert(providerEvents)
    .values(event)
    .onConflictDoUpdate({ target: providerEvents.id, set: { receivedAt: sql`now()` } })
    .returning({ settledAt: providerEvents.settledAt })
  return row!.settledAt === null
}

export async function markEventSettled(db: Queryable, id: string): Promise<void> {
  await db
    .update(providerEvents)
    .set({ settledAt: sql`now()` })
    .where(eq(providerEvents.id, id))
}

export async function unsettledEvents(db: Queryable, limit: number): Promise<ProviderEventRow[]> {
  return db
    .select()
    .from(providerEvents)
    .where(isNull(providerEvents.settledAt))
    .orderBy(asc(providerEvents.receivedAt))
    .limit(limit)
}
