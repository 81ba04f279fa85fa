import { asc, eq, sql } from 'drizzle-orm'

import { products } from '#catalogue/wines/tables.ts'
import type { Queryable, Transaction } from '#platform/database/connection.server.ts'

import { wineFacts } from '../tables.ts'
import type { WineFacts } from './wine-facts.rules.ts'

export type FactsOfWine = WineFacts & {
  id: string
  title: string
  subtitle: string
  vintage: number
  bottles: number
  bottleMl: number
  /** Null while nobody has set any. */
  version: number | null
}

const columns = {
  id: products.id,
  title: products.title,
  subtitle: products.subtitle,
  vintage: products.vintage,
  bottles: products.bottles,
  bottleMl: products.bottleMl,
  brand: sql<string>`coalesce(${wineFacts.brand}, '')`,
  class: sql<string>`coalesce(${wineFacts.class}, '')`,
  alcohol: wineFacts.alcohol,
  cola: sql<string>`coalesce(${wineFacts.cola}, '')`,
  country: sql<string>`coalesce(${wineFacts.country}, '')`,
  version: wineFacts.version,
}

/** Every wine with its facts, those with unknown ones first. */
export const factsOfWines = (db: Queryable): Promise<FactsOfWine[]> =>
  db
    .select(columns)
    .from(products)
    .leftJoin(wineFacts, eq(wineFacts.productId, products.id))
    .orderBy(asc(products.title), asc(products.id))

/** A wine with its facts; null where there is no such wine. */
export async function factsOfWine(db: Queryable, id: string): Promise<FactsOfWine | null> {
  const [row] = await db
    .select(columns)
    .from(products)
    .leftJoin(wineFacts, eq(wineFacts.productId, products.id))
    .where(eq(products.id, id))
  return row ?? null
}

/** Writes the facts of a wine over that version of them; null: the first. False where others were saved meanwhile. */
export async function writeWineFacts(
  tx: Transaction,
  productId: string,
  facts: WineFacts,
  version: number | null,
): Promise<boolean> {
  const written =
    version === null
      ? await tx
          .insert(wineFacts)
          .values({ productId, ...facts })
          .onConflictDoNothing()
      : await tx
          .update(wineFacts)
          .set({ ...facts, version: version + 1 })
          .where(sql`${wineFacts.productId} = ${productId} and ${wineFacts.version} = ${version}`)
  return written.rowCount === 1
}
