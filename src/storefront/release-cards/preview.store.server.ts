import { and, asc, eq } from 'drizzle-orm'

import { releases, releaseWines } from '#catalogue/on-sale/tables.ts'
import { products } from '#catalogue/wines/tables.ts'
import type { Queryable } from '#platform/database/connection.server.ts'

/** The draft that the secret prompt shows, with the picture of its first wine; or null. */
export async function draftBehindYear(
  db: Queryable,
): Promise<{ title: string; image: string | null; text: string } | null> {
  const [draft] = await db
    .select({
      title: releases.name,
      text: releases.text,
      announcement: releases.announcement,
      image: products.image,
    })
    .from(releases)
    .leftJoin(releaseWines, eq(releaseWines.releaseId, releases.id))
    .leftJoin(products, eq(products.id, releaseWines.productId))
    .where(and(eq(releases.isBehindYear, true), eq(releases.state, 'draft')))
    .orderBy(asc(releaseWines.position))
    .limit(1)
  if (!draft) return null
  const { title, image, text, announcement } = draft
  return { title, image, text: text || announcement }
}
