import { and, asc, desc, eq, inArray, isNull, ne, sql } from 'drizzle-orm'

import { blockedZipCodes } from '#catalogue/destinations/state-rules/tables.ts'
import type { Queryable, Transaction } from '#platform/database/connection.server.ts'

export type DryPlace = typeof blockedZipCodes.$inferSelect

/** All of them by ZIP code, the latest of each first. */
export const dryPlaces = (db: Queryable): Promise<DryPlace[]> =>
  db
    .select()
    .from(blockedZipCodes)
    .orderBy(asc(blockedZipCodes.zip), desc(blockedZipCodes.from), asc(blockedZipCodes.id))

export async function dryPlaceById(db: Queryable, id: string): Promise<DryPlace | null> {
  const [place] = await db.select().from(blockedZipCodes).where(eq(blockedZipCodes.id, id))
  return place ?? null
}

/** Changes of dry places wait for each other, so that none is there twice. */
export async function lockDryPlaces(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('dry places', 0))`)
}

type Span = { from: string; until: string | null }

/** One of these ZIP codes that is there, confirmed or not, on a day of the span; `except` does not count. */
export async function dryPlaceIn(
  db: Queryable,
  zips: readonly string[],
  { from, until }: Span,
  except?: string,
): Promise<DryPlace | null> {
  const [place] = await db
    .select()
    .from(blockedZipCodes)
    .where(
      and(
        inArray(blockedZipCodes.zip, [...zips]),
        except === undefined ? undefined : ne(blockedZipCodes.id, except),
        sql`daterange(${blockedZipCodes.from}, ${blockedZipCodes.until}) && daterange(${from}::date, ${until}::date)`,
      ),
    )
    .orderBy(asc(blockedZipCodes.zip), desc(blockedZipCodes.from))
    .limit(1)
  return place ?? null
}

export const insertDryPlaces = (
  tx: Transaction,
  places: readonly (typeof blockedZipCodes.$inferInsert)[],
) => tx.insert(blockedZipCodes).values([...places])

/** Confirms one that nobody has confirmed; null where someone has. */
export async function confirmDryPlace(
  tx: Transaction,
  id: string,
  { by, at }: { by: string; at: Date },
): Promise<DryPlace | null> {
  const [place] = await tx
    .update(blockedZipCodes)
    .set({ confirmedBy: by, confirmedAt: at })
    .where(and(eq(blockedZipCodes.id, id), isNull(blockedZipCodes.confirmedAt)))
    .returning()
  return place ?? null
}

/** Sets the first day on which it no longer holds. */
export async function endDryPlace(tx: Transaction, id: string, until: string): Promise<void> {
  await tx.update(blockedZipCodes).set({ until }).where(eq(blockedZipCodes.id, id))
}

export async function deleteDryPlace(tx: Transaction, id: string): Promise<void> {
  await tx.delete(blockedZipCodes).where(eq(blockedZipCodes.id, id))
}
