import { and, inArray, isNotNull, isNull, sql } from 'drizzle-orm'

import { providerEvents } from '#catalogue/tables.ts'
import type { Queryable } from '#platform/database/connection.server.ts'
import { prepared } from '#platform/database/prepared.server.ts'

type ProviderEventRow = typeof providerEvents.$inferSelect

const at = (name: string) => sql`${sql.placeholder(name)}::timestamptz`

const insertQuery = prepared((db) =>
  db
    .insert(providerEvents)
    .values({
      id: sql.placeholder('id'),
      type: sql.placeholder('type'),
      objectId: sql.placeholder('objectId'),
      createdAt: at('createdAt'),
      settledAt: at('settledAt'),
    })
    .onConflictDoUpdate({
      target: providerEvents.id,
      set: { settledAt: sql`coalesce(${providerEvents.settledAt}, excluded.settled_at)` },
    })
    .prepare('insert_provider_event'),
)

/** Records an event and when it was settled. Once set, `settledAt` does not change. */
export async function insertProviderEvent(
  db: Queryable,
  event: { id: string; type: string; objectId: string | null; createdAt: Date },
  settledAt: Date | null,
): Promise<void> {
  const { id, type, objectId, createdAt } = event
  await insertQuery(db).execute({
    id,
    type,
    objectId,
    createdAt: createdAt.toISOString(),
    settledAt: settledAt?.toISOString() ?? null,
  })
}

export async function settledAmong(db: Queryable, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .select({ id: providerEvents.id })
    .from(providerEvents)
    .where(and(inArray(providerEvents.id, [...ids]), isNotNull(providerEvents.settledAt)))
  return new Set(rows.map((row) => row.id))
}

/** In no order, as of others of the kind: so many that fail each time keep no others back. */
export async function unsettledEvents(db: Queryable, limit: number): Promise<ProviderEventRow[]> {
  return db
    .select()
    .from(providerEvents)
    .where(isNull(providerEvents.settledAt))
    .orderBy(sql`random()`)
    .limit(limit)
}
